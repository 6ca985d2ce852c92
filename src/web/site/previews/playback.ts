import type { PreviewPlayReport } from '#api/site/previews.ts'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import { addPlayedSpan, isHeardToEnd, type PlayedSpan } from '#domain/previews/plays.ts'
import { parsePreviewClipPath } from '#domain/previews/preview.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { getPlaySessionId, sendPlayReport } from '#web/site/previews/session.ts'
import { audioElement, currentSongs, playSong, type Song } from '#web/site/previews/songs.ts'
import { createSharedValue } from '#web/ui/shared-value.ts'

type PlaybackReport = {
  clip: string
  seconds: number
  spans: PlayedSpan[]
  reportedSeconds: number
  isReportedComplete: boolean
  at: number
}
type ClipInfo = { clip: string; length: number; peaks: number[]; productId: string }

/** Length and waveform of the current song, once loaded. */
export const currentClipInfo = createSharedValue<ClipInfo | null>(null)
export const hasPlaybackFailed = createSharedValue(false)

/** Plays the next or previous song of the same record, if there is one. */
export function playAdjacentSong(by: 1 | -1): void {
  const current = currentSongs.get()
  if (current?.songs[current.at + by]) playSong(current.songs, current.at + by)
}

/** Goes to the start of the song, or to the previous song within its first seconds. */
export function playPrevious(): void {
  const audio = audioElement()
  if (audio.currentTime > 3 || !currentSongs.get()?.at) audio.currentTime = 0
  else playAdjacentSong(-1)
}

const nothingOf = (clip: string): PlaybackReport => ({
  clip,
  seconds: 0,
  spans: [],
  reportedSeconds: 0,
  isReportedComplete: false,
  at: 0,
})

/** What the visitor has heard of the current song, and how much of it is reported. */
let currentPlay = nothingOf('')

function report(): void {
  const { clip, seconds, spans, reportedSeconds } = currentPlay
  const preview = parsePreviewClipPath(clip)?.id
  if (!preview || seconds < 1) return
  const session = getPlaySessionId()
  if (!session) {
    countAnonymousPlay(preview)
    return
  }
  const isComplete = isHeardToEnd(spans, audioElement().duration || currentClipInfo.get()?.length || 0)
  if (reportedSeconds && seconds - reportedSeconds < 1 && (currentPlay.isReportedComplete || !isComplete)) return
  currentPlay = {
    ...currentPlay,
    reportedSeconds: seconds,
    isReportedComplete: currentPlay.isReportedComplete || isComplete,
  }
  const playReport = { preview, session, isComplete, seconds: Math.min(600, seconds - reportedSeconds) }
  sendPlayReport('plays', {
    ...playReport,
    ...(document.referrer && { referrer: document.referrer }),
  } satisfies PreviewPlayReport)
}

function measure(): void {
  const { currentTime: to, paused, seeking } = audioElement()
  const from = currentPlay.at
  if (!paused && !seeking && to > from && to - from < 2) {
    currentPlay.seconds += to - from
    currentPlay.spans = addPlayedSpan(currentPlay.spans, { from, to })
  }
  currentPlay.at = to
  if (!currentPlay.reportedSeconds && currentPlay.seconds >= 1) report()
}

/** A skipped part does not count as heard. */
function skipTo(): void {
  currentPlay.at = audioElement().currentTime
}

async function beginPlay(api: ApiClient): Promise<void> {
  const current = currentSongs.get()
  const clip = current?.songs[current.at]?.clip
  if (!clip || clip === currentPlay.clip) return
  report()
  currentPlay = nothingOf(clip)
  // The audio may have failed before the player was loaded.
  hasPlaybackFailed.set(audioElement().error !== null)
  currentClipInfo.set(null)
  const id = parsePreviewClipPath(clip)?.id
  if (!id) return
  const found = await unwrapResponse(api.api.previews[':id'].$get({ param: { id } })).catch(() => null)
  setProductOfPreview(id, found?.productId)
  if (found && currentPlay.clip === clip) currentClipInfo.set({ clip, ...found })
}

function endPlay(): void {
  report()
  flushAnonymousPlays()
}

/** Follows the playback while the player is visible: plays the next song and reports. */
export function watchPlayback(api: ApiClient): () => void {
  const audio = audioElement()
  const leaving = new AbortController()
  const { signal } = leaving
  const onAudio = (event: string, work: () => void) => audio.addEventListener(event, work, { signal })
  onAudio('timeupdate', measure)
  onAudio('seeking', skipTo)
  onAudio('pause', report)
  onAudio('ended', () => {
    measure()
    report()
    playAdjacentSong(1)
  })
  onAudio('error', () => hasPlaybackFailed.set(true))
  onAudio('play', () => silenceOthers(audio))
  window.addEventListener('pagehide', endPlay, { signal })
  // Only one plays: any other media on the page pauses this.
  document.addEventListener('play', ({ target }) => target !== audio && audio.pause(), { signal, capture: true })
  const stop = currentSongs.watch(() => void beginPlay(api))
  void beginPlay(api)
  silenceOthers(audio)
  return () => {
    stop()
    leaving.abort()
    endPlay()
  }
}

function silenceOthers(audio: HTMLAudioElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== audio) other.pause()
}

/** The product of each preview; a preview of unknown product counts as its own. */
const productByPreview = new Map<string, string>()
/** Plays whose product is not known yet. */
const playsWithoutProduct = new Set<string>()
const countedPlays = new Set<string>()

/** Counts a visitor without consent once per product while the page is open. */
export function countAnonymousPlay(preview: string): void {
  const product = productByPreview.get(preview)
  if (!product) {
    playsWithoutProduct.add(preview)
    return
  }
  playsWithoutProduct.delete(preview)
  if (!countedPlays.has(product))
    sendPlayReport('plays', { preview, seconds: 0, isComplete: false } satisfies PreviewPlayReport)
  countedPlays.add(product)
}

/** The product is known, or never will be. */
export function setProductOfPreview(preview: string, product = preview): void {
  if (!productByPreview.has(preview)) productByPreview.set(preview, product)
  if (playsWithoutProduct.has(preview)) countAnonymousPlay(preview)
}

/** Counts the waiting plays when the visitor leaves before the product is known. */
export function flushAnonymousPlays(): void {
  for (const preview of playsWithoutProduct) setProductOfPreview(preview)
}

/** The lock screen of a phone, and media keys. */
export function setMediaSession(song: Song, artist: string): () => void {
  const { mediaSession } = navigator
  if (!mediaSession) return () => {}
  const audio = audioElement()
  const artwork = song.cover ? [{ src: fallbackImagePath(song.cover) }] : []
  mediaSession.metadata = new MediaMetadata({ title: song.title, artist, album: song.from, artwork })
  const current = currentSongs.get()
  const isLast = !current?.songs[current.at + 1]
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {
    play: () => void audio.play(),
    pause: () => audio.pause(),
    previoustrack: playPrevious,
    nexttrack: isLast ? null : () => playAdjacentSong(1),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) audio.currentTime = seekTime
    },
  }
  for (const [action, handler] of Object.entries(handlers))
    mediaSession.setActionHandler(action as MediaSessionAction, handler)
  return () => {
    mediaSession.metadata = null
    for (const action of Object.keys(handlers)) mediaSession.setActionHandler(action as MediaSessionAction, null)
  }
}
