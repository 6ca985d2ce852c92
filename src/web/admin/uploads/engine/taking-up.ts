import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts } from '#domain/texts/uploads.ts'
import type { UploadOptions } from '#domain/uploads/options.ts'
import {
  begunSession,
  checkSize,
  checkUnchanged,
  isExpired,
  isFileOf,
  isRecoverable,
  type UploadSession,
  withChunks,
} from '#domain/uploads/session.ts'
import { type Entries, type Entry, isGoing, newEntry } from '#web/admin/uploads/engine/entries.ts'
import type { Line } from '#web/admin/uploads/engine/line.ts'
import type { Sender } from '#web/admin/uploads/engine/sender.ts'
import type { Surroundings } from '#web/admin/uploads/engine/types.ts'

const isFor = (session: UploadSession, file: File, { productId, fileType }: UploadOptions): boolean =>
  session.uploadOptions.productId === productId &&
  session.uploadOptions.fileType === fileType &&
  isFileOf(session, file)

/** How uploads begin: anew, where they stopped, or from what this device remembers. */
export function createTakingUp(around: Surroundings, entries: Entries, line: Line, sender: Sender) {
  const { transport, store, now } = around

  async function add(file: File, options: UploadOptions): Promise<void> {
    const known = resumable(file, options) ?? (await ofAnotherTab(file, options))
    if (known) return goOn(known, file)
    const chunkSize = line.chunkFor(file, options)
    const sessionId = around.newId()
    try {
      const entry = newEntry(begunSession({ sessionId, file, chunkSize, options, now: now() }), file, 'waiting')
      entries.add(entry)
      await line.check(file, chunkSize).catch((error) => sender.fail(entry, error.message))
      if (entry.state === 'waiting') await sender.remember(entry)
    } catch (error) {
      const sentence = error instanceof Error ? error.message : errorPanelTexts.unexpected
      entries.add({ ...newEntry(impossible(sessionId, file, options), null, 'failed'), sentence })
    }
    sender.pump()
  }

  /** Nothing that could ever be sent; it stays in the list with its reason. */
  function impossible(sessionId: string, file: File, options: UploadOptions): UploadSession {
    const facts = { type: file.type, size: file.size, lastModified: file.lastModified }
    return {
      ...{ sessionId, fileName: options.targetFilename || file.name, totalChunks: 1, chunkSize: 1 },
      ...{ uploadedChunks: [], totalBytes: file.size, uploadedBytes: 0, createdAt: now(), lastActivity: now() },
      ...{ fileMetadata: facts, uploadOptions: options, status: 'failed' },
    }
  }

  /** A file of this kind that was begun on this device, and can be gone on with. */
  const resumable = (file: File, options: UploadOptions): Entry | undefined =>
    entries
      .all()
      .find(
        ({ state, session }) =>
          (state === 'needs-file' || (state === 'failed' && isRecoverable(session, now()))) &&
          isFor(session, file, options),
      )

  /** The same file that another tab is sending: both go on with one session, so that it becomes one file. */
  async function ofAnotherTab(file: File, options: UploadOptions): Promise<Entry | undefined> {
    const session = (await store.all().catch(() => [])).find(
      (each) =>
        !entries.of(each.sessionId) &&
        each.status === 'active' &&
        !isExpired(each, now()) &&
        isFor(each, file, options),
    )
    if (!session) return undefined
    const entry = newEntry(session, file, 'waiting')
    entries.add(entry)
    return entry
  }

  /** Asks the server what it has: it may be more than is known here, or nothing any more. */
  async function goOn(entry: Entry, file: File): Promise<void> {
    const stop = new AbortController()
    entries.change(entry, { file, state: 'waiting', sentence: null, isLost: false, stop })
    try {
      // Of a session without a chunk it has most likely never heard.
      const isBegun = entry.session.uploadedChunks.length > 0
      const there = isBegun ? await transport.stored(entry.session.sessionId) : null
      if (stop.signal.aborted) return
      if (there?.fileId) return await sender.complete(entry, there.fileId)
      // All there and yet no file: the server died in between. Whatever comes next makes it one.
      const stored = there?.uploadedChunks ?? []
      const session = withChunks(entry.session, stored.slice(0, entry.session.totalChunks - 1), now())
      entries.change(entry, { session: { ...session, status: 'active' } })
      await sender.remember(entry)
    } catch {
      // It cannot be asked just now: what is known here will do, and a chunk that is there already is answered as such.
      entries.change(entry, { session: { ...entry.session, status: 'active' } })
    }
    sender.pump()
  }

  /** Goes on where it stopped; with the file, if it was lost with the page. */
  async function resume(sessionId: string, file?: File): Promise<void> {
    const entry = entries.of(sessionId)
    if (!entry) throw new Error(uploadSessionTexts.notInStorage({ id: sessionId }))
    if (entry.state === 'completed') throw new Error(uploadSessionTexts.alreadyCompleted({ id: sessionId }))
    if (isGoing(entry)) throw new Error(uploadSessionTexts.alreadyActive({ id: sessionId }))
    const known = file ?? entry.file
    if (!known) throw new Error(uploadSessionTexts.fileMissing)
    checkSize(known.size)
    checkUnchanged(entry.session, known)
    await goOn(entry, known)
  }

  /** What this device remembers from before; those that are too old are forgotten. */
  async function restore(): Promise<void> {
    for (const session of await store.all().catch(() => [])) {
      if (entries.of(session.sessionId)) continue
      if (isRecoverable(session, now()))
        entries.add({ ...newEntry(session, null, 'needs-file'), sentence: ourUploadTexts.needsFile })
      else if (isExpired(session, now()) || session.status === 'completed')
        await store.remove(session.sessionId).catch(() => {})
    }
  }

  return { add, resume, restore }
}
