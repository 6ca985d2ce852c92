import { afterEach, expect, test, vi } from 'vitest'
import { eventsPerFlush } from '#domain/downloads/limits.ts'
import { createEventSender } from '#web/site/downloads/use-downloads.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function newPage({ takesBeacons }: { takesBeacons: boolean }) {
  vi.useFakeTimers()
  const fetched: RequestInit[] = []
  const beacons: Blob[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    fetched.push(init)
    return new Response('{}', { status: 202 })
  })
  const sendBeacon = (_: string, body: Blob) => {
    if (takesBeacons) beacons.push(body)
    return takesBeacons
  }
  vi.stubGlobal('navigator', { sendBeacon })
  return { events: createEventSender('t'), fetched, beacons }
}
const paused = { fileId: 'f', type: 'paused' } as const

test('sends a batch of download events by a keepalive request below 64 KB', async () => {
  const { events, fetched } = newPage({ takesBeacons: true })
  for (let n = 0; n < eventsPerFlush; n++) events.add({ fileId: 'f'.repeat(36), type: 'failed', reason: 'connection' })
  expect(fetched).toMatchObject([{ method: 'POST', keepalive: true }])
  expect(String(fetched[0]!.body).length).toBeLessThan(64 * 1024)
})

test('sends remaining events by beacon, or by a keepalive request when the beacon is full', async () => {
  const first = newPage({ takesBeacons: true })
  first.events.add(paused)
  first.events.leave()
  expect(JSON.parse(await first.beacons[0]!.text())).toMatchObject({ token: 't', events: [paused] })
  expect(first.fetched).toEqual([])
  const second = newPage({ takesBeacons: false })
  second.events.add(paused)
  second.events.leave()
  expect(second.fetched).toMatchObject([{ keepalive: true }])
})
