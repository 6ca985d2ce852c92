import type { PlayReport } from '#api/site/previews.ts'
import { afterHearing, isHeard, type Span } from '#domain/previews/plays.ts'
import { askedClip } from '#domain/previews/preview.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { sharedValue } from '#web/site/cart/shared-value.ts'
import { belongsTo, countNameless, waitNoLonger } from '#web/site/previews/nameless.ts'
import { playSession, tell } from '#web/site/previews/session.ts'
import { listen, listening, thePlayer } from '#web/site/previews/songs.ts'

type Heard = { clip: string; seconds: number; spans: Span[]; told: number; isTold: boolean; at: number }
type About = { clip: string; length: number; peaks: number[]; productId: string }

/** How the song that is on looks, once that is known. */
export const about = sharedValue<About | null>(null)
export const hasFailed = sharedValue(false)

/** Another one of the same record; nothing where there is none. */
export function step(by: 1 | -1): void {
  const current = listening.get()
  if (current?.songs[current.at + by]) listen(current.songs, current.at + by)
}

/** Who has heard a little of it wants its beginning, and whoever has not wants the one before. */
export function back(): void {
  const audio = thePlayer()
  if (audio.currentTime > 3 || !listening.get()?.at) audio.currentTime = 0
  else step(-1)
}

const nothingOf = (clip: string): Heard => ({ clip, seconds: 0, spans: [], told: 0, isTold: false, at: 0 })

/** What of the song that is on has been listened to, and how much of that the site knows already. */
let heard = nothingOf('')

function report(): void {
  const { clip, seconds, spans, told } = heard
  const preview = askedClip(clip)?.id
  if (!preview || seconds < 1) return
  const session = playSession()
  if (!session) {
    countNameless(preview)
    return
  }
  const isComplete = isHeard(spans, thePlayer().duration || about.get()?.length || 0)
  if (told && seconds - told < 1 && (heard.isTold || !isComplete)) return
  heard = { ...heard, told: seconds, isTold: heard.isTold || isComplete }
  const said = { preview, session, isComplete, seconds: Math.min(600, seconds - told) }
  tell('plays', { ...said, ...(document.referrer && { referrer: document.referrer }) } satisfies PlayReport)
}

function measure(): void {
  const { currentTime: to, paused, seeking } = thePlayer()
  const from = heard.at
  if (!paused && !seeking && to > from && to - from < 2) {
    heard.seconds += to - from
    heard.spans = afterHearing(heard.spans, { from, to })
  }
  heard.at = to
  if (!heard.told && heard.seconds >= 1) report()
}

/** Who jumps has not listened to what lies between. */
function jump(): void {
  heard.at = thePlayer().currentTime
}

async function begin(api: ApiClient): Promise<void> {
  const current = listening.get()
  const clip = current?.songs[current.at]?.clip
  if (!clip || clip === heard.clip) return
  report()
  heard = nothingOf(clip)
  // It may have failed before anybody looked.
  hasFailed.set(thePlayer().error !== null)
  about.set(null)
  const id = askedClip(clip)?.id
  if (!id) return
  const found = await answerOf(api.api.previews[':id'].$get({ param: { id } })).catch(() => null)
  belongsTo(id, found?.productId)
  if (found && heard.clip === clip) about.set({ clip, ...found })
}

function leave(): void {
  report()
  waitNoLonger()
}

/** Looks after what plays for as long as there is a player to be seen: what comes next, and what is told of it. */
export function attend(api: ApiClient): () => void {
  const audio = thePlayer()
  const leaving = new AbortController()
  const { signal } = leaving
  const onAudio = (event: string, work: () => void) => audio.addEventListener(event, work, { signal })
  onAudio('timeupdate', measure)
  onAudio('seeking', jump)
  onAudio('pause', report)
  onAudio('ended', () => {
    measure()
    report()
    step(1)
  })
  onAudio('error', () => hasFailed.set(true))
  onAudio('play', () => silenceOthers(audio))
  window.addEventListener('pagehide', leave, { signal })
  // One at a time: whatever else begins to play on a page sends this off.
  document.addEventListener('play', ({ target }) => target !== audio && audio.pause(), { signal, capture: true })
  const stop = listening.watch(() => void begin(api))
  void begin(api)
  silenceOthers(audio)
  return () => {
    stop()
    leaving.abort()
    leave()
  }
}

function silenceOthers(audio: HTMLAudioElement): void {
  for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== audio) other.pause()
}
