import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type DiskSpace, type LocalFileRetention, reservedDiskBytes } from '#domain/files/disk-space.ts'
import { diskSpaceOf } from '#server/data-folder.ts'
import { type Finding, failureFinding, okFinding, warningFinding } from '#server/doctor/finding.ts'
import { isOwnedByProcess, isRoot, modeForOthers } from '#server/platform.ts'

const gigabyte = 1024 ** 3
const dataFolderSubject = 'Data folder'
const secretsSubject = 'Secrets on disk'

/** The data folder, who may write to it and read its secrets, and how much room it has. Nothing is made or changed. */
export async function folderFindings(
  folder: string,
  files: LocalFileRetention = 'stay',
  spaceOf = diskSpaceOf,
  isWritable = isWritablePath,
): Promise<Finding[]> {
  if (!existsSync(folder)) {
    const parent = nearestExistingFolder(folder)
    return isWritablePath(parent)
      ? [okFinding(dataFolderSubject, `${folder} will be made by the first start`)]
      : [
          failureFinding(
            dataFolderSubject,
            `${folder} is not there, and this user may not make it in ${parent}`,
            makeIt(folder),
          ),
        ]
  }
  const closed = [folder, ...foldersIn(folder)].filter((each) => !isWritable(each))
  return [
    closed.length
      ? failureFinding(dataFolderSubject, `this user may not write to ${closed.join(', ')}`, makeIt(folder))
      : okFinding(dataFolderSubject, `${folder} can be written`),
    ...secretFindings(join(folder, 'secrets')),
    diskSpaceFinding('Disk space', await spaceOf(folder), files),
  ]
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))

const makeIt = (folder: string) =>
  `Make it and give all of it to the user who runs Stagedoor (install -d -m 700 ${folder}; chown -R stagedoor ${folder}), and run this as that user.`

/** The folder itself, or the one that it would be made in. */
export const nearestExistingFolder = (path: string): string =>
  existsSync(path) ? path : nearestExistingFolder(dirname(resolve(path)))

export function isWritablePath(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function secretFindings(folder: string): Finding[] {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder).map((name) => join(folder, name))
  const open = paths.filter(modeForOthers)
  if (modeForOthers(folder) & 0o022)
    return [failureFinding(secretsSubject, `others may put keys into ${folder}`, `chmod 700 ${folder}`)]
  const others = paths.filter((path) => !isOwnedByProcess(path))
  if (open.length)
    return [
      failureFinding(
        secretsSubject,
        `others may read ${open.join(', ')}`,
        `chmod -R go= ${folder}; who could read a key may have it, so think of npm run keys:rotate.`,
      ),
    ]
  if (others.length && !isRoot())
    return [
      warningFinding(
        secretsSubject,
        `${others.join(', ')} belong to another user`,
        'Run this as the user who runs Stagedoor.',
      ),
    ]
  return [okFinding(secretsSubject, 'only their owner may read them')]
}

export function diskSpaceFinding(
  subject: string,
  diskSpace: DiskSpace | null,
  files: LocalFileRetention = 'stay',
): Finding {
  if (!diskSpace) return failureFinding(subject, 'the operating system does not report it', 'Look with df -h.')
  const message = `${(diskSpace.free / gigabyte).toFixed(1)} of ${(diskSpace.total / gigabyte).toFixed(1)} GB are free`
  const fix = 'Make room: old backups in DATA_DIR/backups may go, DATA_DIR/cache is made again by itself.'
  const reserved = reservedDiskBytes(diskSpace.total, files)
  if (diskSpace.free < reserved)
    return failureFinding(subject, `${message}; files are refused below ${(reserved / gigabyte).toFixed(1)}`, fix)
  return diskSpace.free < 2 * gigabyte ? warningFinding(subject, message, fix) : okFinding(subject, message)
}
