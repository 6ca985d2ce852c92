import { maxPictureBytes } from '#domain/images/upload.ts'
import { messages } from '#domain/messages.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { sentenceOf } from '#web/ui/forms/use-form.ts'

export type Upload = {
  id: number
  name: string
  bytes: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** Of its bytes, how many have gone. */
  sent: number
  /** Why it failed. */
  sentence?: string
}

type Send = (file: File, how: { onProgress: (fraction: number) => void; signal: AbortSignal }) => Promise<void>

const atOnce = 2

/**
 * Files on their way, whichever screen is open. Each file is on its own: what fails stays in the list with its reason
 * until it is tried again or dismissed, and the rest goes on.
 */
export function uploadQueue(send: Send) {
  let list: readonly Upload[] = []
  const files = new Map<number, { file: File; stop: AbortController }>()
  const readers = new Set<() => void>()
  const endings = new Set<(failed: number) => void>()
  let lastId = 0

  function change(id: number, changes: Partial<Upload>): void {
    list = list.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload))
    for (const read of readers) read()
  }

  function drop(isDropped: (upload: Upload) => boolean): void {
    for (const { id } of list.filter(isDropped)) files.delete(id)
    list = list.filter((upload) => !isDropped(upload))
    for (const read of readers) read()
  }

  function next(): void {
    const free = atOnce - list.filter(({ state }) => state === 'sending').length
    for (const { id } of list.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void run(id)
  }

  async function run(id: number): Promise<void> {
    const { file, stop } = files.get(id)!
    change(id, { state: 'sending', sent: 0 })
    try {
      if (file.size > maxPictureBytes) throw new TooLarge()
      await send(file, {
        signal: stop.signal,
        onProgress: (part) => change(id, { sent: Math.round(part * file.size) }),
      })
      files.delete(id)
      change(id, { state: 'done', sent: file.size })
    } catch (error) {
      if (stop.signal.aborted) drop((upload) => upload.id === id)
      else change(id, { state: 'failed', sentence: sentenceFor(error) })
    }
    next()
    if (!isBusy()) for (const ended of endings) ended(list.filter(({ state }) => state === 'failed').length)
  }

  const isBusy = () => list.some(({ state }) => state === 'waiting' || state === 'sending')

  function retry(id: number): void {
    const kept = files.get(id)
    if (!kept) return
    files.set(id, { file: kept.file, stop: new AbortController() })
    change(id, { state: 'waiting', sent: 0 })
    next()
  }

  return {
    list: () => list,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    add(chosen: Iterable<File>): void {
      for (const file of chosen) {
        const id = ++lastId
        files.set(id, { file, stop: new AbortController() })
        list = [...list, { id, name: file.name, bytes: file.size, state: 'waiting', sent: 0 }]
      }
      next()
      for (const read of readers) read()
    },
    retry,
    retryAll(): void {
      for (const { id } of list.filter(({ state }) => state === 'failed')) retry(id)
    },
    /** Calls whenever the last one under way has come to its end, with how many in the list have failed. */
    whenDone(ended: (failed: number) => void) {
      endings.add(ended)
      return () => void endings.delete(ended)
    },
    /** One that is under way is stopped; one that waits or has failed goes from the list. */
    dismiss(id: number): void {
      const upload = list.find((each) => each.id === id)
      if (upload?.state === 'sending') files.get(id)?.stop.abort()
      else drop((each) => each.id === id)
    },
    clearDone: () => drop(({ state }) => state === 'done'),
    isBusy,
  }
}

export type UploadQueue = ReturnType<typeof uploadQueue>

class TooLarge extends Error {}

const sentenceFor = (error: unknown) =>
  error instanceof TooLarge ? messages['picture-too-large'] : sentenceOf(error, errorPanelTexts.unexpected)
