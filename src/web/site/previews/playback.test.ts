import { afterEach, describe, expect, test, vi } from 'vitest'
import { consentKey, createConsentRecord } from '#domain/privacy/consent.ts'
import { createApiClient } from '#web/api-client.ts'

/** A fake audio element. */
class Recording extends EventTarget {
  currentTime = 0
  duration = 30
  paused = true
  seeking = false
  error = null
  async play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  goTo(second: number) {
    this.currentTime = second
    this.seeking = true
    this.dispatchEvent(new Event('seeking'))
    this.seeking = false
    for (const event of ['timeupdate', 'seeked']) this.dispatchEvent(new Event(event))
  }
  hear(seconds: number) {
    for (let n = 0; n < seconds * 4; n++) {
      this.currentTime += 0.25
      this.dispatchEvent(new Event('timeupdate'))
    }
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

type Choice = Parameters<typeof createConsentRecord>[0]
type Answer = (preview: string) => Promise<Response>
const notFound: Answer = async () => new Response('{}', { status: 404 })

/** A visitor with this consent who presses play. */
async function listener({ choice = 'accept-all' as Choice, answer = notFound, songs = 1 } = {}) {
  const kept = new Map([[consentKey, JSON.stringify(createConsentRecord(choice, new Date()))]])
  const beacons: Blob[] = []
  vi.stubGlobal('Audio', Recording)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } }))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelectorAll: () => [], referrer: '' }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('navigator', { sendBeacon: (_: string, beacon: Blob) => beacons.push(beacon) })
  const { watchPlayback: followPlayback, playAdjacentSong: step } = await import('#web/site/previews/playback.ts')
  const { playSong: listen, audioElement: thePlayer } = await import('#web/site/previews/songs.ts')
  const album = Array.from({ length: songs }, (_, at) => ({
    title: `Leeward ${at}`,
    from: 'The Long Fetch',
    cover: null,
    target: '/shop',
    clip: `/previews/01a1e09a-84ae-7164-ae75-e9a55a57e7b${at}-abababababababab.mp3`,
  }))
  listen(album, 0)
  const recording = thePlayer()
  if (!(recording instanceof Recording)) throw new Error('another player')
  const leave = followPlayback(createApiClient('http://localhost', (address) => answer(String(address).slice(-36))))
  const next = () => {
    recording.currentTime = 0
    step(1)
  }
  return {
    recording,
    next,
    leave,
    reports: () => Promise.all(beacons.map(async (beacon) => JSON.parse(await beacon.text()))),
  }
}

const sumOf = (reports: { seconds: number }[]) => reports.reduce((sum, { seconds }) => sum + seconds, 0)

test('does not count the first half played twice as a complete play', async () => {
  const { recording, reports } = await listener()
  recording.hear(14)
  recording.goTo(0)
  recording.hear(14)
  recording.pause()
  expect((await reports()).map(({ isComplete }) => isComplete)).toEqual([false, false])
  expect(sumOf(await reports())).toBe(28)
  await recording.play()
  recording.hear(14)
  recording.pause()
  expect((await reports()).at(-1)).toMatchObject({ isComplete: true, seconds: 14 })
})

test('does not count seeking with the arrow keys as listening', async () => {
  const { recording, reports } = await listener()
  recording.hear(2)
  for (let second = 3; second < 30; second++) recording.goTo(second)
  recording.hear(1)
  recording.pause()
  expect((await reports()).some(({ isComplete }) => isComplete)).toBe(false)
  expect(sumOf(await reports())).toBe(3)
})

describe('a visitor without consent', () => {
  const nameless = { seconds: 0, isComplete: false }
  const ofAlbum = () => Response.json({ length: 30, peaks: [], productId: 'album' })
  const previews = async (reports: Promise<{ preview: string }[]>) =>
    (await reports).map(({ preview }) => preview.at(-1))

  test('counts a visitor without consent once for all songs of a record', async () => {
    const { promise: line, resolve: comes } = Promise.withResolvers<void>()
    const answer = () => line.then(ofAlbum)
    const { recording, next, reports } = await listener({ choice: 'essential-only', answer, songs: 2 })
    recording.hear(2)
    next()
    recording.hear(2)
    expect(await reports()).toEqual([])
    comes()
    await expect.poll(reports).toEqual([expect.objectContaining(nameless)])
    recording.hear(3)
    recording.pause()
    expect(await previews(reports())).toEqual(['0'])
    expect((await reports())[0]).not.toHaveProperty('session')
  })

  test('counts a visitor without consent for each song of an unknown record', async () => {
    const { recording, next, reports } = await listener({ choice: 'essential-only', songs: 2 })
    recording.hear(2)
    await expect.poll(() => previews(reports())).toEqual(['0'])
    next()
    recording.hear(2)
    recording.pause()
    await expect.poll(() => previews(reports())).toEqual(['0', '1'])
  })

  test('counts a visitor without consent when the page closes before the record is known', async () => {
    const answer = () => new Promise<Response>(() => {})
    const { recording, leave, reports } = await listener({ choice: 'essential-only', answer })
    recording.hear(2)
    leave()
    expect(await previews(reports())).toEqual(['0'])
  })
})
