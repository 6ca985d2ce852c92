/** Where something is played: in a file of the site's own, or in a frame of a platform that we know. */
export type PlayerSource =
  | { kind: 'file'; address: string }
  | { kind: 'frame'; platform: string; address: string; ratio: number | null; height: number | null }

type Platform = {
  name: string
  hosts: readonly string[]
  /** The part of the address that names the recording, where there is one. */
  find: (url: URL) => string | null
  frame: (found: string) => string
  /** Width by height for pictures; for sound the frame has a height of its own. */
  ratio?: number
  height?: number
}

const wideRatio = 16 / 9
const path = (url: URL, shape: RegExp) => shape.exec(url.pathname)?.[1] ?? null
const youtubeId = /^[\w-]{11}$/

/** Frames that set no cookies before they are played, where the platform has such. */
const platforms: readonly Platform[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    find: (url) => {
      const id = url.searchParams.get('v') ?? path(url, /^\/(?:shorts\/|embed\/|live\/)?([\w-]{11})$/)
      return id && youtubeId.test(id) ? id : null
    },
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`,
    ratio: wideRatio,
  },
  {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'player.vimeo.com'],
    // One that is not listed has a second part, without which it does not play.
    find: (url) => {
      const [, id, listed] = /^\/(?:video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?$/.exec(url.pathname) ?? []
      const key = listed ?? url.searchParams.get('h')
      return id ? (key && /^[0-9a-f]{6,20}$/.test(key) ? `${id}?h=${key}&` : `${id}?`) : null
    },
    frame: (video) => `https://player.vimeo.com/video/${video}autoplay=1&dnt=1`,
    ratio: wideRatio,
  },
  {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    find: (url) =>
      path(url, /^\/(?:intl-[a-z]{2}\/)?(?:embed\/)?((?:track|album|artist|playlist|episode)\/[A-Za-z0-9]{22})$/),
    frame: (what) => `https://open.spotify.com/embed/${what}`,
    height: 232,
  },
  {
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'm.soundcloud.com'],
    find: (url) => path(url, /^\/([\w-]+\/(?:sets\/)?[\w-]+(?:\/s-\w+)?)$/),
    frame: (track) =>
      `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${track}`)}&auto_play=true`,
    height: 166,
  },
  {
    name: 'Bandcamp',
    hosts: ['bandcamp.com'],
    find: (url) => path(url, /^\/EmbeddedPlayer\/((?:album|track)=\d+)(?:\/.*)?$/),
    frame: (what) => `https://bandcamp.com/EmbeddedPlayer/${what}/size=large/artwork=small/transparent=true/`,
    height: 120,
  },
]

export const platformNames: readonly string[] = platforms.map(({ name }) => name)

/** The origins whose frames a page may show. */
export const playerFrameOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://open.spotify.com',
  'https://w.soundcloud.com',
  'https://bandcamp.com',
] as const

/** Null where we do not know how to play it; then it is a link like any other. */
export function playerForSource(source: string): PlayerSource | null {
  if (/^\/[^/\\]/.test(source)) return { kind: 'file', address: source }
  const url = URL.parse(source)
  if (url?.protocol !== 'https:' || url.username || url.port) return null
  const host = url.hostname.replace(/^www\./, '')
  const platform = platforms.find(({ hosts }) => hosts.includes(host))
  const found = platform?.find(url)
  if (!platform || !found) return null
  const { name, frame, ratio = null, height = null } = platform
  return { kind: 'frame', platform: name, address: frame(found), ratio, height }
}
