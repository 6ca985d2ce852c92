import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openIncoming } from '#server/files/incoming.ts'
import { openHelpers } from '#server/images/helpers.ts'
import type { FileParts } from '#server/images/take-picture.ts'

let made: (FileParts & { folder: string }) | undefined

/** A place for the files of all tests of a process, and the processes that read them, if any are sent. */
export function testFiles(): FileParts & { folder: string } {
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-files-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  made = {
    folder,
    store: openDiskStore(join(folder, 'files')),
    incoming: openIncoming(join(folder, 'files', 'incoming')),
    helpers: openHelpers(),
  }
  return made
}
