import type { Picture } from '#domain/images/picture.ts'
import { createSharedValue } from '#web/ui/shared-value.ts'

/** A playable song with its texts. `clip` is the preview of a track, or a whole recording of the media page. */
export type Song = {
  title: string
  /** The title of its record. */
  from: string
  clip: string
  cover: Picture | null
  /** The page of the record. */
  target: string
}

type PlayingSongs = { songs: readonly Song[]; at: number }

/** The songs being played, on any page; null until the visitor presses play. */
export const currentSongs = createSharedValue<PlayingSongs | null>(null)
export const isPlaying = createSharedValue(false)

let player: HTMLAudioElement | null = null

/** The audio element of the visit. It is created on a click, because browsers block it otherwise. */
export function audioElement(): HTMLAudioElement {
  if (player) return player
  player = new Audio()
  player.addEventListener('play', () => isPlaying.set(true))
  player.addEventListener('pause', () => isPlaying.set(false))
  return player
}

/** For what plays outside of this page's control. */
export const pausePlayback = (): void => player?.pause()

/** Plays a song of a list; toggles the current one. */
export function playSong(songs: readonly Song[], at: number): void {
  const audio = audioElement()
  const song = songs[at]!
  const current = currentSongs.get()
  const isAnother = current?.songs[current.at]?.clip !== song.clip
  if (isAnother || audio.error) audio.src = song.clip
  if (isAnother) currentSongs.set({ songs, at })
  if (!isAnother && !audio.paused) audio.pause()
  // If the browser forbids playback, the player stays paused.
  else audio.play().catch(() => {})
}

/** Whether one of these songs is playing. */
export function useIsPlaying(songs: readonly Song[]): boolean {
  const [current, plays] = [currentSongs.use(), isPlaying.use()]
  const clip = current?.songs[current.at]?.clip
  return plays && songs.some((song) => song.clip === clip)
}

type Track = { title: string; clip: string | null }
type Release = { title: string; tracks: readonly Track[]; cover: Picture | null; product: string | null }

/** The playable songs of a record. */
export const playableSongsOf = (tracks: readonly Track[], record: Pick<Song, 'from' | 'cover' | 'target'>): Song[] =>
  tracks.flatMap(({ title, clip }) => (clip ? [{ title, clip, ...record }] : []))

export const songsOfRelease = ({ tracks, title: from, cover, product }: Release): Song[] =>
  playableSongsOf(tracks, { from, cover, target: product ? `/shop/${product}` : '/discography' })
