/** What a disk has, in bytes. */
export type DiskRoom = { free: number; total: number }

const gigabyte = 1024 ** 3

/** So much of a disk is not for files that are sent: orders are written to it too. */
export const keptFree = (total: number): number => Math.max(gigabyte, total / 20)

/** How much files may still take; less than nothing when they have taken too much. */
export const roomForFiles = ({ free, total }: DiskRoom): number => free - keptFree(total)
