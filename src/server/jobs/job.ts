import type { z } from 'zod'
import type { SiteTx } from '#server/db/in-site.ts'

/** One run of a job, always on one website and in the role of the worker. */
export type JobRun = {
  websiteId: string
  /** One transaction; a job may need several, with slow work such as sending mail between them. */
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  /**
   * The last transaction: its effect and the end of the job are one, so the effect happens once however often the
   * process dies. A job that ends without it may be run again after its work was done.
   */
  finish: (work: (tx: SiteTx) => Promise<void>) => Promise<void>
  /** Aborted when the process stops, or when another worker has taken the job. */
  signal: AbortSignal
}

type JobOptions = {
  /** Attempts in all before the job goes to the dead-letter queue. */
  tries?: number
  /** How long one attempt may take, in seconds. */
  patience?: number
  /** While a job waits that was enqueued with `waitsOnceAs`, one with the same name is not enqueued again. */
  mergesWaiting?: boolean
}

export type Job<Data = unknown> = JobOptions & {
  name: string
  /** Throws when this is not what the job works on. */
  check: (data: unknown) => Data
  perform: (data: unknown, run: JobRun) => Promise<void>
}

/** Retrying would not help: the job goes straight to the dead-letter queue. */
export class PermanentJobError extends Error {}

/** A job is a value of its feature: `enqueue` takes it, and the list of all of them is given to `startJobs`. */
export function defineJob<Data>(
  job: JobOptions & { name: string; data: z.ZodType<Data>; run: (data: Data, run: JobRun) => Promise<void> },
): Job<Data> {
  const { name, data: schema, run: perform, ...limits } = job
  const check = (data: unknown) => {
    const read = schema.safeParse(data)
    if (!read.success) throw new PermanentJobError(`${name} cannot work on this: ${read.error.message}`)
    return read.data
  }
  return { ...limits, name, check, perform: (data, run) => perform(check(data), run) }
}
