import { afterEach, expect, test, vi } from 'vitest'
import { consentKey, consentRecord } from '#domain/privacy/consent.ts'
import { apiClient } from '#web/api-client.ts'

/** As far as anybody looks: plays when told to, and says where it is. */
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

/** Somebody who allows more than what is essential presses play. */
async function listener() {
  const kept = new Map([[consentKey, JSON.stringify(consentRecord('accept-all', new Date()))]])
  const told: Blob[] = []
  vi.stubGlobal('Audio', Recording)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelectorAll: () => [], referrer: '' }))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('navigator', { sendBeacon: (_: string, said: Blob) => told.push(said) })
  const { attend } = await import('#web/site/previews/attend.ts')
  const { listen, thePlayer } = await import('#web/site/previews/songs.ts')
  const clip = '/previews/01a1e09a-84ae-7164-ae75-e9a55a57e7bf-abababababababab.mp3'
  listen([{ title: 'Leeward', from: 'The Long Fetch', clip, cover: null, target: '/shop' }], 0)
  const recording = thePlayer()
  if (!(recording instanceof Recording)) throw new Error('another player')
  attend(apiClient('http://localhost', async () => new Response('{}', { status: 404 })))
  return { recording, reports: () => Promise.all(told.map(async (said) => JSON.parse(await said.text()))) }
}

const sumOf = (reports: { seconds: number }[]) => reports.reduce((sum, { seconds }) => sum + seconds, 0)

test('the first half heard twice is as long as the whole, and is not the whole', async () => {
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

test('who goes through it by the arrow keys has not heard it', async () => {
  const { recording, reports } = await listener()
  recording.hear(2)
  for (let second = 3; second < 30; second++) recording.goTo(second)
  recording.hear(1)
  recording.pause()
  expect((await reports()).some(({ isComplete }) => isComplete)).toBe(false)
  expect(sumOf(await reports())).toBe(3)
})
