/** What a disk has, in bytes. */
export type DiskRoom = { free: number; total: number }

const gigabyte = 1024 ** 3

/** Whether files stay on the disk, or pass over it on their way to an object store. */
export type FilesOnDisk = 'stay' | 'pass'

/** So much of a disk is not for files that are sent: orders are written to it too. What only passes needs less care. */
export const keptFree = (total: number, files: FilesOnDisk = 'stay'): number =>
  files === 'pass' ? gigabyte / 4 : Math.max(gigabyte, total / 20)

/** How much files may still take; less than nothing when they have taken too much. */
export const roomForFiles = ({ free, total }: DiskRoom, files: FilesOnDisk = 'stay'): number =>
  free - keptFree(total, files)
