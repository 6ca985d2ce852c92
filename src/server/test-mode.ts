import type { DiskSpace } from '#domain/files/disk-space.ts'

/** Settings for trying the product out under faults; none of them is one of `readConfig`. */
export type TestSetting =
  | 'FAILPOINTS'
  | 'FAILPOINTS_PROOF'
  | 'CLOCK_OFFSET_SECONDS'
  | 'PAYMENTS_AT'
  | 'DISK_ROOM'
  | 'DEADLINE_MS'
  | 'QUICK_PICTURES'
  | 'READ_ONLY'
  | 'PAGE_CACHE'

/**
 * Heard only by a process that was started with NODE_ENV=test, and from its environment alone: the file `.env` cannot
 * name them, and a process that is in production or says nothing of NODE_ENV does not look.
 */
export function testSetting(name: TestSetting): string | undefined {
  // Taken apart, because a build writes its own value wherever it finds the whole name.
  const { NODE_ENV, [name]: value } = process.env
  return NODE_ENV === 'test' && value ? value : undefined
}

/** What time it is; a test may have it ahead or behind. */
export function processClock(): () => Date {
  const offset = Number(testSetting('CLOCK_OFFSET_SECONDS') ?? 0) * 1000
  return offset ? () => new Date(Date.now() + offset) : () => new Date()
}

/** Where a test has put a payment service of its own, on this machine; otherwise it is where it always is. */
export function testPaymentServer(): { host: string; port: number; protocol: 'http' } | undefined {
  const port = /^http:\/\/127\.0\.0\.1:(\d{1,5})$/.exec(testSetting('PAYMENTS_AT') ?? '')?.[1]
  return port ? { host: '127.0.0.1', port: Number(port), protocol: 'http' } : undefined
}

/** What a test says that the disk has, free and in all; otherwise the disk is asked. */
export function testDiskSpace(): DiskSpace | undefined {
  const [, free, total] = /^(\d+)\/(\d+)$/.exec(testSetting('DISK_ROOM') ?? '') ?? []
  return free && total ? { free: Number(free), total: Number(total) } : undefined
}

/** Journeys look at pictures, not at how many bytes they have: made in a fifth of the time, a tenth larger. */
export const hasQuickPictures = (): boolean => testSetting('QUICK_PICTURES') === 'on'

/** A deadline of the product in milliseconds. Tests that are not about it set a longer one: a busy machine is no fault. */
export const deadlineMs = (usual: number): number => Number(testSetting('DEADLINE_MS') ?? usual)
