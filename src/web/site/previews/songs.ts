import type { Picture } from '#domain/images/picture.ts'
import { sharedValue } from '#web/ui/shared-value.ts'

/** Something that can be heard, with all that is said of it while it plays. */
export type Song = {
  title: string
  /** What it is on. */
  from: string
  clip: string
  cover: Picture | null
  /** The page that it is sold or told about on. */
  target: string
}

type Listening = { songs: readonly Song[]; at: number }

/** What the visitor listens to, whichever page is open; nothing until they press play for the first time. */
export const listening = sharedValue<Listening | null>(null)
export const isOn = sharedValue(false)

let player: HTMLAudioElement | null = null

/** The one that plays, for the whole visit. It is made by a press of a button, or browsers would not let it be heard. */
export function thePlayer(): HTMLAudioElement {
  if (player) return player
  player = new Audio()
  player.addEventListener('play', () => isOn.set(true))
  player.addEventListener('pause', () => isOn.set(false))
  return player
}

/** Plays one of some songs; the others come before and after it. Of the one that is on, it is the switch. */
export function listen(songs: readonly Song[], at: number): void {
  const audio = thePlayer()
  const song = songs[at]!
  const current = listening.get()
  const isAnother = current?.songs[current.at]?.clip !== song.clip
  if (isAnother || audio.error) audio.src = song.clip
  if (isAnother) listening.set({ songs, at })
  if (!isAnother && !audio.paused) audio.pause()
  // If the browser forbids playback, the player stays paused.
  else audio.play().catch(() => {})
}

/** Whether one of these is heard right now. */
export function useIsHeard(songs: readonly Song[]): boolean {
  const [current, plays] = [listening.use(), isOn.use()]
  const clip = current?.songs[current.at]?.clip
  return plays && songs.some((song) => song.clip === clip)
}

type Track = { title: string; clip: string | null }
type Release = { title: string; tracks: readonly Track[]; cover: Picture; product: string | null }

/** Those of a record that can be heard. */
export const songsOf = (tracks: readonly Track[], record: Pick<Song, 'from' | 'cover' | 'target'>): Song[] =>
  tracks.flatMap(({ title, clip }) => (clip ? [{ title, clip, ...record }] : []))

export const songsOfRelease = ({ tracks, title: from, cover, product }: Release): Song[] =>
  songsOf(tracks, { from, cover, target: product ? `/shop/${product}` : '/discography' })
