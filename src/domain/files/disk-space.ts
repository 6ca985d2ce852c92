/** In bytes. */
export type DiskSpace = { free: number; total: number }

const gigabyte = 1024 ** 3

/** `pass`: files are only on the disk until they are in the object store. */
export type FilesOnDisk = 'stay' | 'pass'

/** Bytes that uploaded files must leave free, because orders are written to the same disk. */
export const reservedSpace = (total: number, files: FilesOnDisk = 'stay'): number =>
  files === 'pass' ? gigabyte / 4 : Math.max(gigabyte, total / 20)

/** Bytes that files may still take; negative when they have taken too many. */
export const spaceForFiles = ({ free, total }: DiskSpace, files: FilesOnDisk = 'stay'): number =>
  free - reservedSpace(total, files)
