import { type FailureReason, toldFailures } from '#domain/downloads/events.ts'
import { downloadRetries, downloadRetryDelay, savedEveryMs } from '#domain/downloads/limits.ts'
import { chunksOf, type DownloadSession, isOf, type SessionState } from '#domain/downloads/session.ts'
import { downloadTexts } from '#domain/texts/downloads.ts'
import { ourDownloadTexts, managerTexts as texts } from '#domain/texts/our-download-words.ts'
import { pace, type Sample, sampled } from '#domain/ui/pace.ts'
import { Failure, noInformation, refusalOf } from '#web/site/downloads/engine/failure.ts'
import { type Line, openLine } from '#web/site/downloads/engine/line.ts'
import type { DownloadView, FileToGet, Surroundings } from '#web/site/downloads/engine/types.ts'
import { damagedChunks } from '#web/site/downloads/engine/verify.ts'

/** So many chunks are on their way at once. */
const atOnce = 3

type Arrived = { parts: Uint8Array<ArrayBuffer>[]; bytes: number }
type Tried = { work: () => Promise<void>; came?: () => number }
export type Download = ReturnType<typeof createDownload>

/** One file on its way into this browser: chunk by chunk, so that it can stop anywhere and go on from there. */
export function createDownload(
  { file, key, address }: { file: FileToGet; key: string; address: () => string },
  { fetch, store, now, elapsed, wait, every, digest, isOnline, inTurn, tell }: Surroundings,
) {
  const all = chunksOf(file)
  const have = new Set<number>()
  /** What has come of chunks that are not whole yet; it stays when the line breaks or somebody pauses. */
  const arriving = new Map<number, Arrived>()
  const listeners = new Set<() => void>()
  let samples: Sample[] = []
  let running: AbortController | null = null
  let receivingMs = 0
  let since = 0
  let view: DownloadView = {
    ...{ state: 'none', isChecking: false, bytes: 0, bytesPerSecond: null, secondsLeft: null },
    ...{ sentence: null, waitsForNetwork: false, file: null, isVerified: null, isNew: false },
  }

  function show(changes: Partial<DownloadView>) {
    const whole = [...have].reduce((sum, index) => sum + sizeOf(index), 0)
    const bytes = whole + [...arriving.values()].reduce((sum, each) => sum + each.bytes, 0)
    if (running) samples = sampled(samples, { ms: elapsed(), bytes })
    const going = running && pace(samples, file.bytes)
    const speed = { bytesPerSecond: going?.perSecond ?? null, secondsLeft: going?.secondsLeft ?? null }
    view = { ...view, bytes, ...speed, ...changes }
    for (const each of listeners) each()
  }

  const sizeOf = (index: number) => all[index]!.to - all[index]!.from + 1
  const cameOf = (index: number) => arriving.get(index)?.bytes ?? 0
  const spent = () => receivingMs + (running && !view.isChecking ? elapsed() - since : 0)

  async function save(state: SessionState, about: Pick<DownloadSession, 'isVerified' | 'isTaken'> = {}) {
    const { etag, bytes } = file
    await store.save({ key, etag, bytes, state, receivingMs: spent(), savedAt: now(), ...about })
  }

  /** While it is on its way: the page may be gone before the next chunk is whole. */
  async function saveInBetween() {
    if (running) await save('in progress').catch(() => {})
  }

  /** What an earlier visit has left behind. */
  async function recall() {
    const known = await store.session(key)
    if (!known) return
    if (!isOf(known, file, now())) return store.forget(key)
    if (known.state === 'complete') return recallWhole(known)
    receivingMs = known.receivingMs
    for (const index of await store.indexes(key)) if (index < all.length) have.add(index)
    if (have.size) show({ state: 'paused', sentence: texts.goOn })
  }

  /** A browser may have refused to save it by itself, so it stays until somebody has taken it. */
  async function recallWhole({ isTaken, isVerified = false }: DownloadSession) {
    if (isTaken) await store.clear(key)
    const whole = new Blob(isTaken ? [] : await store.chunks(key), { type: file.type })
    const isHere = whole.size === file.bytes
    show({ state: 'complete', bytes: file.bytes, ...(isHere && { file: whole, isVerified }) })
  }

  /** Somebody has saved it: on the next visit it need not be here any more. */
  const taken = () => save('complete', { isTaken: true }).catch(() => {})

  async function start() {
    if (running) return
    running = new AbortController()
    const { signal } = running
    since = elapsed()
    samples = []
    show({ state: 'in progress', sentence: null, waitsForNetwork: false, isChecking: false })
    const saveNoMore = every(savedEveryMs, saveInBetween)
    try {
      await kept(save('in progress'))
      // What is all here needs nobody's leave any more.
      if (have.size < all.length) {
        await tryAgain(signal, { work: () => lookAt(signal) })
        await getMissing(signal)
      }
      await finish(signal)
    } catch (error) {
      await stop(error, signal)
    } finally {
      saveNoMore()
    }
  }

  async function stop(error: unknown, signal: AbortSignal) {
    // Whoever paused it has said so already.
    if (signal.aborted) return
    receivingMs = spent()
    running?.abort()
    running = null
    const failure = error instanceof Failure ? error : new Failure('connection', texts.connectionLost)
    if (failure.kind === 'connection' && !isOnline()) {
      show({ state: 'paused', sentence: texts.offline, waitsForNetwork: true })
      return save('paused').catch(() => {})
    }
    if (isTold(failure.kind)) tell({ type: 'failed', reason: failure.kind })
    show({ state: 'error', sentence: failure.message, isChecking: false })
    await save('error').catch(() => {})
  }

  async function pause() {
    if (!running || view.isChecking) return
    receivingMs = spent()
    running.abort()
    running = null
    show({ state: 'paused', sentence: null })
    tell({ type: 'paused' })
    await save('paused').catch(() => {})
  }

  async function resume() {
    if (running) return
    if (view.bytes) tell({ type: 'resumed' })
    await start()
  }

  /** What the server says of the file before anything is sent. */
  async function lookAt(signal: AbortSignal) {
    const line = openLine(signal, every)
    const head = (part?: string) =>
      asked({ method: 'HEAD', signal: line.signal, ...(part && { headers: { range: part } }) })
    // The whole of a file that is used up is refused, but what was lost of it may be fetched for an hour.
    const mayFinish = ({ status, headers }: Response) =>
      status === 403 && headers.get('x-reason') === 'download-used-up'
    const response = await head()
      .then((whole) => (mayFinish(whole) ? head('bytes=0-0') : whole))
      .finally(line.over)
    if (!response.ok) throw await noInformation(response)
    const { headers } = response
    const size = headers.get('content-range')?.split('/')[1] ?? headers.get('content-length')
    const isSame = Number(size) === file.bytes && headers.get('etag') === file.etag
    if (headers.get('accept-ranges') !== 'bytes') throw new Failure('refused', downloadTexts.noFileInformation)
    if (!isSame) throw new Failure('refused', ourDownloadTexts.fileGone)
  }

  async function getMissing(signal: AbortSignal) {
    const missing = all.flatMap((_, index) => (have.has(index) ? [] : index))
    const worker = async () => {
      for (let index = missing.shift(); index !== undefined; index = missing.shift()) {
        const wanted = index
        await tryAgain(signal, {
          work: () => inTurn(() => getChunk(wanted, signal)),
          came: () => cameOf(wanted),
        })
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, missing.length) }, worker))
  }

  async function getChunk(index: number, signal: AbortSignal) {
    signal.throwIfAborted()
    if (cameOf(index) < sizeOf(index)) await getRest(index, signal)
    await kept(store.put(key, index, new Blob(arriving.get(index)!.parts)))
    if (signal.aborted) return
    have.add(index)
    arriving.delete(index)
    show({})
  }

  async function getRest(index: number, signal: AbortSignal) {
    const line = openLine(signal, every)
    try {
      await receive(index, await askForRest(index, line), line)
    } finally {
      line.over()
    }
  }

  /** From where it broke off. */
  async function askForRest(index: number, { signal }: Line) {
    const { from, to } = all[index]!
    const headers = { range: `bytes=${from + cameOf(index)}-${to}`, 'if-range': file.etag }
    const response = await asked({ headers, signal })
    const isSame = response.status !== 206 || (response.headers.get('etag') ?? file.etag) === file.etag
    if (response.status === 200 || !isSame) {
      arriving.clear()
      await response.body?.cancel()
      throw new Failure('refused', ourDownloadTexts.fileGone)
    }
    if (response.status !== 206 || !response.body) throw await refusalOf(response)
    return response.body
  }

  async function receive(index: number, body: ReadableStream<Uint8Array<ArrayBuffer>>, line: Line) {
    const arrived = arriving.get(index) ?? { parts: [], bytes: 0 }
    arriving.set(index, arrived)
    try {
      const reader = body.getReader()
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        line.signal.throwIfAborted()
        line.moves()
        arrived.parts.push(next.value)
        arrived.bytes += next.value.length
        show({})
      }
    } catch {
      // However it ended, what is missing will be asked for.
    }
    if (cameOf(index) === sizeOf(index)) return
    if (cameOf(index) > sizeOf(index)) arriving.delete(index)
    throw new Failure('connection', texts.connectionLost, { mayPass: true })
  }

  async function finish(signal: AbortSignal) {
    receivingMs = spent()
    show({ isChecking: true })
    const whole = new Blob(await kept(store.chunks(key)), { type: file.type })
    const damaged = await damagedChunks(whole, file, all, digest)
    if (signal.aborted) return
    if (damaged?.length) {
      for (const index of damaged) {
        await kept(store.drop(key, index))
        have.delete(index)
      }
      throw new Failure('damaged', texts.damaged)
    }
    running = null
    await save('complete', { isVerified: damaged !== null }).catch(() => {})
    if (damaged) tell({ type: 'verified', durationMs: Math.max(1, Math.round(receivingMs)) })
    show({ state: 'complete', isChecking: false, file: whole, isVerified: damaged !== null, isNew: true })
  }

  /** A try that has brought something was not in vain: the next one counts as the first again. */
  async function tryAgain(signal: AbortSignal, { work, came = () => 0 }: Tried): Promise<void> {
    for (let [retry, before] = [1, came()]; ; retry++) {
      try {
        return await work()
      } catch (error) {
        const mayPass = !(error instanceof Failure) || error.mayPass
        if (came() > before) retry = 1
        if (signal.aborted || !mayPass || retry > downloadRetries || !isOnline()) throw error
        before = came()
        await wait(downloadRetryDelay(retry), signal)
      }
    }
  }

  const asked = (init: RequestInit): Promise<Response> => fetch(address(), { cache: 'no-store', ...init })

  return {
    ...{ recall, start, pause, resume, taken, saveInBetween },
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

/** What the browser's own store refuses is no fault of the line. */
const kept = <T>(storing: Promise<T>): Promise<T> =>
  storing.catch((error: unknown) => {
    throw new Failure('no-room', isFull(error) ? texts.noRoom : texts.notKept)
  })

const isTold = (kind: FailureReason): kind is (typeof toldFailures)[number] =>
  (toldFailures as readonly FailureReason[]).includes(kind)
