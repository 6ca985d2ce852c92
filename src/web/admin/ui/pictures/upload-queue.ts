import { errorPanelTexts } from '#domain/texts/ui.ts'
import { assertPictureSize } from '#web/admin/ui/editor/upload.ts'
import { errorSentence } from '#web/ui/forms/use-form.ts'

export type QueuedUpload = {
  id: number
  name: string
  bytes: number
  state: 'waiting' | 'sending' | 'done' | 'failed'
  /** How many of its bytes were sent. */
  sent: number
  /** Why it failed. */
  sentence?: string
}

type Send = (file: File, how: { onProgress: (fraction: number) => void; signal: AbortSignal }) => Promise<void>

const atOnce = 2

/**
 * Uploads files, two at once, whichever screen is open. Each file is on its own: what fails stays in the list with its
 * reason until it is tried again or dismissed, and the rest goes on.
 */
export function createPictureUploadQueue(send: Send) {
  const uploads = createUploadList()
  const files = new Map<number, { file: File; stop: AbortController }>()
  const endings = new Set<(failed: number) => void>()
  let lastId = 0

  function drop(isDropped: (upload: QueuedUpload) => boolean): void {
    for (const { id } of uploads.list().filter(isDropped)) files.delete(id)
    uploads.remove(isDropped)
  }

  function startWaiting(): void {
    const free = atOnce - uploads.inState('sending').length
    for (const { id } of uploads.inState('waiting').slice(0, Math.max(0, free))) void run(id)
  }

  async function run(id: number): Promise<void> {
    const { file, stop } = files.get(id)!
    uploads.change(id, { state: 'sending', sent: 0 })
    try {
      assertPictureSize(file)
      await send(file, {
        signal: stop.signal,
        onProgress: (fraction) => uploads.change(id, { sent: Math.round(fraction * file.size) }),
      })
      files.delete(id)
      uploads.change(id, { state: 'done', sent: file.size })
    } catch (error) {
      if (stop.signal.aborted) drop((upload) => upload.id === id)
      else uploads.change(id, { state: 'failed', sentence: errorSentence(error, errorPanelTexts.unexpected) })
    }
    startWaiting()
    if (!isBusy()) for (const ended of endings) ended(uploads.inState('failed').length)
  }

  const isBusy = () => uploads.inState('waiting', 'sending').length > 0

  function retry(id: number): void {
    const kept = files.get(id)
    if (!kept) return
    files.set(id, { file: kept.file, stop: new AbortController() })
    uploads.change(id, { state: 'waiting', sent: 0 })
    startWaiting()
  }

  return {
    list: uploads.list,
    subscribe: uploads.subscribe,
    add(chosen: Iterable<File>): void {
      for (const file of chosen) {
        const id = ++lastId
        files.set(id, { file, stop: new AbortController() })
        uploads.add({ id, name: file.name, bytes: file.size, state: 'waiting', sent: 0 })
      }
      startWaiting()
    },
    retry,
    retryAll(): void {
      for (const { id } of uploads.inState('failed')) retry(id)
    },
    /** Called when the last running upload has ended, with the number of failed ones in the list. */
    whenDone(ended: (failed: number) => void) {
      endings.add(ended)
      return () => void endings.delete(ended)
    },
    /** Stops a running upload; removes a waiting or failed one from the list. */
    dismiss(id: number): void {
      const upload = uploads.list().find((each) => each.id === id)
      if (upload?.state === 'sending') files.get(id)?.stop.abort()
      else drop((each) => each.id === id)
    },
    clearDone: () => drop(({ state }) => state === 'done'),
    isBusy,
  }
}

/** What the screens show of the uploads. Each change makes a new list. */
function createUploadList() {
  let list: readonly QueuedUpload[] = []
  const listeners = new Set<() => void>()

  function replace(changed: readonly QueuedUpload[]): void {
    list = changed
    for (const listener of listeners) listener()
  }

  return {
    list: () => list,
    inState: (...states: QueuedUpload['state'][]) => list.filter(({ state }) => states.includes(state)),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (upload: QueuedUpload) => replace([...list, upload]),
    change: (id: number, changes: Partial<QueuedUpload>) =>
      replace(list.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload))),
    remove: (isRemoved: (upload: QueuedUpload) => boolean) => replace(list.filter((upload) => !isRemoved(upload))),
  }
}

export type UploadQueue = ReturnType<typeof createPictureUploadQueue>
