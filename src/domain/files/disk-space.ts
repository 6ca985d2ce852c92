/** In bytes. */
export type DiskSpace = { free: number; total: number }

const gigabyte = 1024 ** 3

/** `pass`: files are only on the disk until they are in the object store. */
export type LocalFileRetention = 'stay' | 'pass'

/** Bytes that uploaded files must leave free, because orders are written to the same disk. */
export const reservedDiskBytes = (total: number, files: LocalFileRetention = 'stay'): number =>
  files === 'pass' ? gigabyte / 4 : Math.max(gigabyte, total / 20)

/** Bytes that files may still take; negative when they have taken too many. */
export const availableFileBytes = ({ free, total }: DiskSpace, files: LocalFileRetention = 'stay'): number =>
  free - reservedDiskBytes(total, files)
