import { closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

// What Windows or macOS lacks, and what is done there instead. No other file of `src` asks for the operating system.
const isWindows = process.platform === 'win32'

/** The signals that ask a process to stop. Windows has no SIGTERM; closing its console window sends SIGHUP. */
export const stopSignals: readonly NodeJS.Signals[] = isWindows
  ? ['SIGINT', 'SIGBREAK', 'SIGHUP']
  : ['SIGTERM', 'SIGINT']

/** Windows syncs a file only if it may be written. */
const syncOpenFlags = isWindows ? 'r+' : 'r'

/** Windows cannot sync a folder; NTFS logs changes of names itself. */
const cannotSync = (path: string): boolean => isWindows && statSync(path).isDirectory()

/** Syncs a file or a folder: a new file is safe only when its folder is synced too. */
export async function syncPath(path: string): Promise<void> {
  if (cannotSync(path)) return
  const file = await open(path, syncOpenFlags)
  await file.sync().finally(() => file.close())
}

export function syncPathSync(path: string): void {
  if (cannotSync(path)) return
  const file = openSync(path, syncOpenFlags)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What users other than the owner may do with a file, as mode bits. Windows has access lists, which Node cannot read. */
export const modeForOthers = (path: string): number => (isWindows ? 0 : statSync(path).mode & 0o077)

/** Whether a file belongs to the user of this process. Windows does not tell. */
export const isOwnedByProcess = (path: string): boolean => isWindows || statSync(path).uid === process.getuid!()

/** Whether a shell can set limits for a process that the kernel enforces. Other systems than Linux count memory in other ways. */
export const hasKernelLimits = process.platform === 'linux'

export const isRoot = (): boolean => process.getuid?.() === 0
