import type { ZipStage } from '#domain/uploads/zip.ts'

/** One file of an archive: the local file, if this page still has it, and its path on the server. */
export type ZipSourceFile = {
  name: string
  type: string
  bytes: number
  modified: number
  file: File | null
  path: string
}

/** An archive to make, and the name of its file in the browser until it is uploaded. */
export type ZipTask = { keptAs: string; parts: ZipSourceFile[] }

/** One part of an archive to compress, and the name of its temporary file. */
export type CompressTask = { archive: string; name: string; part: ZipSourceFile }

export type ZipProgress = { stage: ZipStage; doneBytes: number }

export type ZipRunOptions = { onProgress: (progress: ZipProgress) => void; signal: AbortSignal }

/** Makes an archive or a part of one, in a worker or in the page. */
export type ZipRun<Order = ZipTask> = (order: Order, how: ZipRunOptions) => Promise<File>

/**
 * Why an archive was not made. A `passing` fault may succeed on a retry; after a `worker` fault the page takes over;
 * everything else is `final`.
 */
export type ZipFault = 'passing' | 'worker' | 'final'

export class ZipError extends Error {
  readonly fault: ZipFault

  constructor(message: string, fault: ZipFault) {
    super(message)
    this.fault = fault
  }
}
