import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { downloadChunkBytes } from '#domain/downloads/limits.ts'
import { type DownloadSession, downloadChunks } from '#domain/downloads/session.ts'
import { downloadRefusalTexts, downloadManagerTexts as texts } from '#domain/texts/own-download-words.ts'
import { createDownload } from '#web/site/downloads/engine/download.ts'
import type { ChunkStore, FileToGet } from '#web/site/downloads/engine/types.ts'

const KB = 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const content = randomBytes(1_000 * KB)
const pieceBytes = 300 * KB
const file: FileToGet = {
  id: 'f',
  name: 'Low Water.mp3',
  title: null,
  number: null,
  duration: null,
  kind: 'tracks',
  type: 'audio/mpeg',
  bytes: content.length,
  left: 5,
  canFinish: false,
  etag: '"a"',
  pieceBytes,
  pieces: [0, 1, 2, 3].map((at) => sha256(content.subarray(at * pieceBytes, (at + 1) * pieceBytes))),
}

function memoryStore(): ChunkStore & { kept: Map<string, Blob>; saved: DownloadSession[] } {
  const kept = new Map<string, Blob>()
  const saved: DownloadSession[] = []
  const mine = (key: string) => [...kept.keys()].filter((each) => each.startsWith(`${key}#`))
  const clear = async (key: string) => {
    for (const each of mine(key)) kept.delete(each)
  }
  return {
    kept,
    saved,
    session: async (key) => saved.findLast((each) => each.key === key),
    save: async (session) => void saved.push(session),
    indexes: async (key) => mine(key).map((each) => Number(each.split('#')[1])),
    put: async (key, index, chunk) => void kept.set(`${key}#${index}`, chunk),
    chunks: async (key) =>
      mine(key)
        .sort((a, b) => Number(a.split('#')[1]) - Number(b.split('#')[1]))
        .map((each) => kept.get(each)!),
    drop: async (key, index) => void kept.delete(`${key}#${index}`),
    clear,
    delete: async (key) => {
      await clear(key)
      saved.length = 0
    },
  }
}

type Range = { from: number; to: number } | null
type Answer = (range: Range, at: number, signal: AbortSignal) => Response | Promise<Response>
const whole = (): Response =>
  new Response(null, {
    headers: { 'content-length': String(content.length), 'accept-ranges': 'bytes', etag: '"a"' },
  })
const part = ({ from, to }: { from: number; to: number }) =>
  new Response(content.subarray(from, to + 1), { status: 206 })
const honest = (range: Range) => (range ? part(range) : whole())

function newDownload(answer: Answer = honest, { store = memoryStore(), canHash = true } = {}) {
  const world = {
    time: 1_000_000,
    clockIsOff: 0,
    online: true,
    waits: [] as number[],
    events: [] as object[],
    requests: [] as string[],
  }
  const timers = new Set<{ ms: number; due: number; work: () => void }>()
  const pass = (ms: number) => {
    const until = world.time + ms
    for (; world.time < until; world.time += 1_000)
      for (const timer of timers)
        if (world.time >= timer.due) {
          timer.due += timer.ms
          timer.work()
        }
  }
  const download = createDownload(
    { file, key: 'k', address: () => '/api/download?token=t&file=f' },
    {
      store,
      fetch: async (_, { method = 'GET', headers, signal }) => {
        const range = new Headers(headers).get('range')
        world.requests.push(range ?? method)
        const [, from, to] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? []
        const given = await answer(
          range ? { from: Number(from), to: Number(to) } : null,
          world.requests.length,
          signal!,
        )
        signal?.throwIfAborted()
        world.time += 100
        return given
      },
      now: () => world.time + world.clockIsOff,
      elapsed: () => world.time,
      wait: async (ms) => {
        world.waits.push(ms)
      },
      every: (ms, work) => {
        const timer = { ms, due: world.time + ms, work }
        timers.add(timer)
        return () => timers.delete(timer)
      },
      digest: async (blob) => {
        world.time += 5_000
        return canHash ? sha256(new Uint8Array(await blob.arrayBuffer())) : null
      },
      isOnline: () => world.online,
      inTurn: (work) => work(),
      reportEvent: (event) => world.events.push(event),
    },
  )
  return { download, world, store, pass, timers }
}
const bytesOf = async (blob: Blob | null) => Buffer.from(await blob!.arrayBuffer())

test('downloads a file in chunks, verifies it and returns the same bytes', async () => {
  const { download, world, store } = newDownload()
  await download.start()
  const { state, isVerified, bytes } = download.view()
  expect([state, isVerified, bytes]).toEqual(['complete', true, content.length])
  expect((await bytesOf(download.view().file)).equals(content)).toBe(true)
  const size = downloadChunkBytes(content.length)
  expect(world.requests).toEqual([
    'HEAD',
    `bytes=0-${size - 1}`,
    `bytes=${size}-${2 * size - 1}`,
    `bytes=${2 * size}-${3 * size - 1}`,
    `bytes=${3 * size}-${content.length - 1}`,
  ])
  expect(world.events).toEqual([{ type: 'verified', durationMs: 500 }])
  expect(store.saved.at(-1)).toMatchObject({ state: 'complete', bytes: content.length })
})

test('fetches lost parts when a whole download is refused', async () => {
  const refused = () => new Response(null, { status: 403, headers: { 'x-reason': 'download-used-up' } })
  const about = { 'content-length': '1', 'content-range': `bytes 0-0/${content.length}`, 'accept-ranges': 'bytes' }
  const { download, world } = newDownload((range) => {
    if (!range) return refused()
    return range.to ? part(range) : new Response(null, { status: 206, headers: { ...about, etag: '"a"' } })
  })
  await download.start()
  expect([download.view().state, world.requests.slice(0, 2)]).toEqual(['complete', ['HEAD', 'bytes=0-0']])
})

test('a download is tried again three times, with growing pauses', async () => {
  const failing = new Map<number, number>()
  const { download, world } = newDownload((range) => {
    if (range && range.from === 0) {
      failing.set(0, (failing.get(0) ?? 0) + 1)
      if (failing.get(0) === 1) throw new TypeError('network')
      if (failing.get(0) === 2) return new Response(content.subarray(0, 0), { status: 206 })
      if (failing.get(0) === 3) return new Response('{}', { status: 502 })
    }
    return honest(range)
  })
  await download.start()
  expect([download.view().state, world.waits]).toEqual(['complete', [1_000, 2_000, 4_000]])
})

/** A connection that breaks after this many bytes of every answer. */
const breaking =
  (after: number) =>
  (range: Range): Response =>
    range ? part({ from: range.from, to: Math.min(range.to, range.from + after - 1) }) : whole()

test('a download completes on a connection that keeps breaking, each try resuming the last', async () => {
  const { download, world } = newDownload(breaking(100 * KB))
  await download.start()
  expect(download.view()).toMatchObject({ state: 'complete', isVerified: true, bytes: content.length })
  expect((await bytesOf(download.view().file)).equals(content)).toBe(true)
  const size = downloadChunkBytes(content.length)
  const wanted = downloadChunks(file).flatMap(({ from, to }) =>
    [0, 100 * KB, 200 * KB].flatMap((got) => (from + got <= to ? `bytes=${from + got}-${to}` : [])),
  )
  expect(world.requests.slice(1).toSorted()).toEqual(wanted.toSorted())
  expect(world.requests).toContain(`bytes=${size + 200 * KB}-${2 * size - 1}`)
})

test('only attempts without any bytes count as retries of a download', async () => {
  const slow = newDownload(breaking(20 * KB))
  await slow.download.start()
  expect([slow.download.view().state, new Set(slow.world.waits)]).toEqual(['complete', new Set([1_000])])
  const first = downloadChunks(file)[0]!
  const stuck = newDownload((range) => {
    if (range?.to !== first.to) return honest(range)
    return breaking(range.from < 40 * KB ? 20 * KB : 0)(range)
  })
  await stuck.download.start()
  expect(stuck.download.view()).toMatchObject({ state: 'error', sentence: texts.connectionLost })
  expect(stuck.world.waits).toEqual([1_000, 1_000, 2_000, 4_000])
})

test('keeps a partial chunk during a pause but not for a replaced file', async () => {
  let isOther = false
  const { download, world, store } = newDownload((range, at) => {
    if (isOther && range) return new Response(part(range).body, { status: 206, headers: { etag: '"b"' } })
    return at < 8 ? breaking(20 * KB)(range) : honest(range)
  })
  let isPaused = false
  download.subscribe(() => {
    if (isPaused || download.view().bytes < 60 * KB) return
    isPaused = true
    void download.pause()
  })
  await download.start()
  expect(download.view()).toMatchObject({ state: 'paused', bytes: 60 * KB })
  expect(store.kept.size).toBe(0)
  isOther = true
  world.requests.length = 0
  await download.resume()
  expect(world.requests).toContain(`bytes=${20 * KB}-${256 * KB - 1}`)
  expect(download.view()).toMatchObject({ state: 'error', sentence: downloadRefusalTexts.fileGone, bytes: 0 })
  isOther = false
  world.requests.length = 0
  await download.resume()
  expect(world.requests.slice(0, 2)).toEqual(['HEAD', `bytes=0-${256 * KB - 1}`])
  expect((await bytesOf(download.view().file)).equals(content)).toBe(true)
})

test('a failed download shows the message of the server; retrying fetches only missing chunks', async () => {
  let isBusy = true
  const { download, world } = newDownload((range) =>
    isBusy && range?.from
      ? new Response(JSON.stringify({ error: 'Too busy.' }), { status: 503, statusText: 'Service Unavailable' })
      : honest(range),
  )
  await download.start()
  expect(download.view()).toMatchObject({ state: 'error', sentence: 'Too busy. (503 Service Unavailable)' })
  expect(world.events).toEqual([{ type: 'failed', reason: 'unavailable' }])
  isBusy = false
  world.requests.length = 0
  await download.resume()
  expect(download.view().state).toBe('complete')
  expect(world.requests).not.toContain(`bytes=0-${256 * KB - 1}`)
})

test('verifies and returns a stored file without any request, also with an expired link', async () => {
  const { download, store } = newDownload()
  await download.start()
  store.saved.push({ ...store.saved.at(-1)!, state: 'paused' })
  const later = newDownload(() => new Response(null, { status: 410 }), { store })
  await later.download.restore()
  expect(later.download.view()).toMatchObject({ state: 'paused', bytes: content.length })
  await later.download.resume()
  expect([later.download.view().state, later.world.requests]).toEqual(['complete', []])
  expect((await bytesOf(later.download.view().file)).equals(content)).toBe(true)
})

test('a download is not tried again after a refusal of the server', async () => {
  const { download, world } = newDownload((range) =>
    range ? new Response('{"error":"Used up."}', { status: 403 }) : whole(),
  )
  await download.start()
  expect([download.view().sentence, world.waits]).toEqual(['Used up. (403 Forbidden)', []])
  const unknown = newDownload(() => new Response(null, { status: 410, statusText: 'Gone' }))
  await unknown.download.start()
  expect(unknown.download.view().sentence).toBe('Failed to get file information: 410 Gone')
})

test('reports a missing file once and sends no event', async () => {
  const headers = { 'x-reason': 'download-file-missing' }
  const { download, world } = newDownload(() => new Response(null, { status: 503, headers }))
  await download.start()
  expect(download.view()).toMatchObject({
    state: 'error',
    sentence: `${downloadRefusalTexts.fileMissing} (503 Service Unavailable)`,
  })
  expect([world.requests, world.waits, world.events]).toEqual([['HEAD'], [], []])
})

test('reports a file that was replaced before or during the download', async () => {
  const gone = () => new Response(null, { status: 404, headers: { 'x-reason': 'download-file-gone' } })
  const before = newDownload(gone)
  await before.download.start()
  const under = newDownload((range) => (range?.from ? gone() : honest(range)))
  await under.download.start()
  for (const { download } of [before, under])
    expect(download.view()).toMatchObject({ state: 'error', sentence: downloadRefusalTexts.fileGone })
})

test('keeps a complete file until it is saved or a week has passed', async () => {
  const store = memoryStore()
  await newDownload(honest, { store }).download.start()
  const visit = async (days = 0) => {
    const { download, world } = newDownload(honest, { store })
    world.time += days * 86_400_000
    await download.restore()
    return download
  }
  const later = await visit(6)
  expect(later.view()).toMatchObject({ state: 'complete', isVerified: true, isNew: false })
  expect((await bytesOf(later.view().file)).equals(content)).toBe(true)
  await later.markAsSaved()
  expect((await visit()).view()).toMatchObject({ state: 'complete', file: null })
  expect(store.kept.size).toBe(0)
  expect((await visit(14)).view().state).toBe('none')
})

test('a paused download requests nothing and resumes where it stopped, also days later', async () => {
  const store = memoryStore()
  let pausing: Promise<void> | undefined
  const first = newDownload(
    (range, at) => {
      if (at === 5) pausing = first.download.pause()
      return honest(range)
    },
    { store },
  )
  await first.download.start()
  await pausing
  expect(first.download.view()).toMatchObject({ state: 'paused', sentence: null, bytesPerSecond: null })
  expect(first.world.events).toEqual([{ type: 'paused' }])
  const requestCount = first.world.requests.length
  expect(store.kept.size).toBeGreaterThan(0)
  expect(store.kept.size).toBeLessThan(4)

  const second = newDownload(honest, { store })
  second.world.time += 6 * 86_400_000
  await second.download.restore()
  expect(second.download.view()).toMatchObject({ state: 'paused', sentence: texts.goOn })
  const had = store.kept.size
  await second.download.resume()
  expect(second.download.view().state).toBe('complete')
  expect(second.world.requests).toHaveLength(1 + 4 - had)
  expect(second.world.events[0]).toEqual({ type: 'resumed' })
  expect(first.world.requests).toHaveLength(requestCount)
  expect((await bytesOf(second.download.view().file)).equals(content)).toBe(true)
})

test('restarts a download after a week or when the file was replaced', async () => {
  const store = memoryStore()
  await store.put('k', 0, new Blob(['old']))
  await store.save({ key: 'k', etag: '"a"', bytes: content.length, state: 'paused', receivingMs: 0, savedAt: 0 })
  const { download, world } = newDownload(honest, { store })
  world.time = 7 * 86_400_000
  await download.restore()
  expect([download.view().state, store.kept.size]).toEqual(['none', 0])
  const other = newDownload((range) => (range ? new Response(content, { status: 200 }) : whole()))
  await other.download.start()
  expect(other.download.view()).toMatchObject({ state: 'error', sentence: downloadRefusalTexts.fileGone })
})

test('a download saves its state every thirty seconds, also within a chunk, and when the page closes', async () => {
  const store = memoryStore()
  const { download, pass, timers } = newDownload(
    (range) => {
      if (range?.from !== 0) return honest(range)
      const pieces = [0, 50, 100, 150, 200, 250].map((at) =>
        content.subarray(at * KB, Math.min((at + 50) * KB, 256 * KB)),
      )
      const body = new ReadableStream({
        pull: async (line) => {
          await new Promise(setImmediate)
          line.enqueue(pieces.shift()!)
          if (pieces.length) return pass(19_000)
          await download.saveProgress()
          line.close()
        },
      })
      return new Response(body, { status: 206 })
    },
    { store },
  )
  await download.start()
  expect(download.view().state).toBe('complete')
  const saved = store.saved.map(({ state, receivingMs }) => `${state} after ${Math.floor(receivingMs / 1_000)} s`)
  const during = [0, 30, 60, 90, 95].map((seconds) => `in progress after ${seconds} s`)
  expect(saved).toEqual([...during, 'complete after 95 s'])
  // A finished download does not change.
  await download.saveProgress()
  expect([timers.size, store.saved.at(-1)!.state]).toEqual([0, 'complete'])
})

test('a download waits for the network and shows it', async () => {
  const { download, world } = newDownload((range) => {
    if (!range) return whole()
    world.online = false
    throw new TypeError('network')
  })
  await download.start()
  expect(download.view()).toMatchObject({ state: 'paused', waitsForNetwork: true, sentence: texts.offline })
  expect(world.events).toEqual([])
})

test('detects damaged chunks and fetches only those again', async () => {
  let isBad = true
  const { download, world, store } = newDownload((range) => {
    if (range?.from !== 0 || !isBad) return honest(range)
    const bytes = Buffer.from(content.subarray(range.from, range.to + 1))
    bytes[5]! ^= 1
    return new Response(bytes, { status: 206 })
  })
  await download.start()
  expect(download.view()).toMatchObject({ state: 'error', sentence: texts.damaged, file: null })
  expect(world.events).toEqual([{ type: 'failed', reason: 'damaged' }])
  expect(store.kept.size).toBe(2)
  // Checking is not receiving.
  expect(store.saved.at(-1)).toMatchObject({ state: 'error', receivingMs: 500 })
  isBad = false
  await download.resume()
  expect(download.view()).toMatchObject({ state: 'complete', isVerified: true })
})

test('shows a download as unverified where the browser cannot hash', async () => {
  const { download, world } = newDownload(honest, { canHash: false })
  await download.start()
  expect(download.view()).toMatchObject({ state: 'complete', isVerified: false })
  expect(world.events).toEqual([])
})

test('a download reports a full disk', async () => {
  const store = memoryStore()
  store.put = async () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const { download, world } = newDownload(honest, { store })
  await download.start()
  expect(download.view()).toMatchObject({ state: 'error', sentence: texts.noRoom })
  expect(world.events).toEqual([{ type: 'failed', reason: 'no-room' }])
})

test('reports a failing browser store as such, not as a lost connection', async () => {
  const store = memoryStore()
  store.put = async () => {
    throw new DOMException('gone', 'InvalidStateError')
  }
  const { download, world } = newDownload(honest, { store })
  await download.start()
  expect(download.view()).toMatchObject({ state: 'error', sentence: texts.notKept })
  expect(world.events).toEqual([{ type: 'failed', reason: 'no-room' }])
})

/** An open connection without further bytes, until it is aborted. */
const silent = (signal: AbortSignal, ...chunks: Uint8Array[]) =>
  new ReadableStream({
    start(line) {
      for (const each of chunks) line.enqueue(each)
      signal.addEventListener('abort', () => line.error(signal.reason))
    },
  })

test('gives up a request without bytes for thirty seconds and fetches the rest with another', async () => {
  let isDead = true
  const { download, world, pass, timers } = newDownload((range, _, signal) => {
    if (range?.from !== 0 || !isDead) return honest(range)
    isDead = false
    return new Response(silent(signal, content.subarray(0, 1_000)), { status: 206 })
  })
  const going = download.start()
  await expect.poll(() => download.view().bytes).toBe(content.length - 256 * KB + 1_000)
  pass(29_000)
  await new Promise(setImmediate)
  expect([download.view().state, world.requests.length, world.waits]).toEqual(['in progress', 5, []])
  pass(3_000)
  await going
  expect([world.requests.at(-1), world.waits]).toEqual([`bytes=1000-${256 * KB - 1}`, [1_000]])
  expect((await bytesOf(download.view().file)).equals(content)).toBe(true)
  expect(timers.size).toBe(0)
})

test('a download tries a silent server four times, then reports the connection', async () => {
  const { download, world, pass, timers } = newDownload(
    (_, at, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        if (at > 4) reject(new Error('asked too often'))
      }),
  )
  const going = download.start()
  for (let tries = 1; tries <= 4; tries++) {
    await expect.poll(() => world.requests.length).toBe(tries)
    pass(32_000)
  }
  await going
  expect(download.view()).toMatchObject({ state: 'error', sentence: texts.connectionLost })
  expect([world.events, timers.size]).toEqual([[{ type: 'failed', reason: 'connection' }], 0])
})

test.each([3_600_000, -3_600_000])(
  'a clock change of %i ms does not change the reported download duration',
  async (ms) => {
    const { download, world } = newDownload((range) => {
      if (range?.from) world.clockIsOff = ms
      return honest(range)
    })
    await download.start()
    expect(world.events).toEqual([{ type: 'verified', durationMs: 500 }])
  },
)
