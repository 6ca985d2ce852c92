import type { ZipStage } from '#domain/uploads/zip.ts'

/** One file of an archive: the owner's own, if this page still has it, and where the server keeps it. */
export type ZipPart = { name: string; type: string; bytes: number; modified: number; file: File | null; path: string }

/** An archive that is to be made, and what the browser keeps it under until it has been sent. */
export type ZipOrder = { keptAs: string; parts: ZipPart[] }

/** One part of an archive that is to be made smaller, and the name under which it then waits for its turn. */
export type CompressOrder = { archive: string; name: string; part: ZipPart }

export type ZipProgress = { stage: ZipStage; doneBytes: number }

export type ZipRunOptions = { onProgress: (progress: ZipProgress) => void; signal: AbortSignal }

/** A way to make an archive, or a part of one: in a worker, or where it is called. */
export type ZipRun<Order = ZipOrder> = (order: Order, how: ZipRunOptions) => Promise<File>

/**
 * Why an archive was not made. What is `passing` may come right when it is tried again; where the `worker` is at fault,
 * the page takes over; everything else is `final`.
 */
export type ZipFault = 'passing' | 'worker' | 'final'

export class ZipFailed extends Error {
  readonly fault: ZipFault

  constructor(message: string, fault: ZipFault) {
    super(message)
    this.fault = fault
  }
}
