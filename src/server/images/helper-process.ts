import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import type { Crop } from '#domain/images/crop.ts'
import type { PngShape } from '#domain/images/icons.ts'
import type { ImageFormat, VariantSize } from '#domain/images/picture.ts'
import type { ImageJobs } from '#server/images/image-helper-main.ts'
import type { NormalisedPicture } from '#server/images/normalise.ts'
import { type Bytes, type PictureFault, UnreadablePicture } from '#server/images/original.ts'
import { createWorkQueue } from '#server/limits/work-queue.ts'
import { hasKernelLimits } from '#server/platform.ts'
import { measureProcessUsage, watchIntervalMs } from '#server/process-usage.ts'
import { hasQuickPictures } from '#server/test-mode.ts'

export type JobLimits = {
  /** How long a job may keep a processor busy, where that can be measured. */
  seconds: number
  /** How long a job may take in all: it may only wait. */
  lateSeconds: number
  /** The most memory of the process, where it can be measured. */
  megabytes: number
  /** A process that keeps more than this after a job is replaced before the next. */
  restingMegabytes: number
  /** After so long without a job the process ends. */
  idleSeconds: number
  /** Gives way to all other processes for the processor. */
  isNice?: boolean
}

type Reply<T> = { done: T } | { failed: { message: string; fault: PictureFault } }

/** Read from the project's folder like everything that is not built in. */
const script = 'src/server/images/image-helper-main.ts'

/**
 * Limits that the kernel enforces on any code in the process: no core file, few open files, no file of more than a
 * gigabyte, and an upper bound of its memory between two measurements. Node alone takes 400 MB of writable addresses.
 */
const ulimits = ({ megabytes }: JobLimits) =>
  `ulimit -c 0; ulimit -n 64; ulimit -f 2097152; ulimit -d ${(1024 + megabytes) * 1024}`

/**
 * Limits that Node enforces on JavaScript: it may read the program and write to one folder, and starts no process. Native
 * code, sharp and its decoders, is not bound by them; `docs/security.md` says what it could still do.
 */
function permissions(writable: string): string[] {
  const reads = [resolve('.'), realpathSync('node_modules'), process.execPath, '/usr/bin/ldd', writable]
  return [
    '--permission',
    '--allow-addons',
    ...reads.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${writable}`,
  ]
}

/** Starts a process; `ready` resolves once it can be given a job. The caller handles its errors. */
function forkHelper(limits: JobLimits, writable: string): { child: ChildProcess; ready: Promise<ChildProcess> } {
  const node = [...permissions(resolve(writable)), '--max-old-space-size=96', '--disable-warning=ExperimentalWarning']
  // A shell sets the limits and becomes Node. Other systems than Linux count memory in other ways.
  const wrapper = ['-c', `${ulimits(limits)}; exec "$@"`, 'picture-helper', process.execPath]
  const child = fork(script, {
    // Nothing that the server was told in confidence; and no more pools of memory than one job fills.
    env: { MALLOC_ARENA_MAX: '2' },
    ...(hasKernelLimits ? { execPath: '/bin/sh', execArgv: [...wrapper, ...node] } : { execArgv: node }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (limits.isNice) lowerPriority(child)
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2000)
  })
  const ready = new Promise<ChildProcess>((resolve, reject) => {
    child.once('message', () => {
      keepAlive(child, false)
      resolve(child)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Error(`The helper for pictures ended (${signal ?? code}). ${complaints}`))
    })
  })
  ready.catch(() => {})
  return { child, ready }
}

/** To be called before the process has begun another thread, which would keep the usual priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system does not allow it: its work is the same.
  }
}

type LimitedJob = {
  child: ChildProcess
  limits: JobLimits
  job: { name: string; args: unknown[] }
  /** Called as soon as the process is known to be gone. */
  onDeath: () => void
}

/** One job of a process, which is killed when it takes too long or too much memory. */
async function runWithinLimits<T>({ child, limits, job, onDeath }: LimitedJob): Promise<Reply<T> | 'died'> {
  let ended: string | null = null
  const end = (why: string) => {
    ended = why
    child.kill('SIGKILL')
  }
  const began = await measureProcessUsage(child)
  const tooLong = `it took longer than ${limits.seconds} seconds`
  const late = setTimeout(() => end(tooLong), limits.lateSeconds * 1000)
  const watch = setInterval(async () => {
    const { megabytes, seconds } = await measureProcessUsage(child)
    if (megabytes > limits.megabytes) end(`it took more than ${limits.megabytes} MB`)
    if (seconds - began.seconds > limits.seconds) end(tooLong)
  }, watchIntervalMs)
  let onExit = () => {}
  try {
    return await new Promise((resolve, reject) => {
      onExit = () => {
        onDeath()
        ended === null ? resolve('died') : reject(new UnreadablePicture(ended, 'picture-too-heavy'))
      }
      child.once('exit', onExit)
      child.once('message', (reply: Reply<T>) => resolve(reply))
      child.send(job, (error) => error && onExit())
    })
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    child.off('exit', onExit).removeAllListeners('message')
  }
}

/**
 * A process for work that could crash, hang or swell: one job at a time, and a new process when it had to be ended. It may
 * write below one folder only.
 */
export function createImageHelper(limits: JobLimits, writable: string) {
  let current: Promise<ChildProcess> | null = null
  let retiring: NodeJS.Timeout | undefined
  const alive = new Set<ChildProcess>()

  function start(): Promise<ChildProcess> {
    const { child, ready } = forkHelper(limits, writable)
    alive.add(child)
    child.once('exit', () => {
      alive.delete(child)
      if (current === ready) current = null
    })
    return ready
  }

  async function attempt<T>(name: string, args: unknown[]): Promise<Reply<T> | 'died'> {
    clearTimeout(retiring)
    current ??= start()
    const starting = current
    const child = await starting
    keepAlive(child, true)
    const onDeath = () => {
      // A process that can no longer be spoken to is heard of before its end is: it gets no second job.
      if (current === starting) current = null
    }
    try {
      return await runWithinLimits<T>({ child, limits, job: { name, args }, onDeath })
    } finally {
      keepAlive(child, false)
    }
  }

  async function endIdleProcess(): Promise<void> {
    const child = await current?.catch(() => null)
    if (!child) return
    if ((await measureProcessUsage(child)).megabytes > limits.restingMegabytes) return discardProcess()
    retiring = setTimeout(discardProcess, limits.idleSeconds * 1000).unref()
  }

  function discardProcess(): void {
    current = null
    for (const child of alive) child.kill('SIGKILL')
  }

  return {
    /** Throws `UnreadablePicture` when the file is at fault; one that has killed two processes is. */
    async run<K extends keyof ImageJobs>(
      name: K,
      ...args: Parameters<ImageJobs[K]>
    ): Promise<Awaited<ReturnType<ImageJobs[K]>>> {
      try {
        let reply = await attempt<Awaited<ReturnType<ImageJobs[K]>>>(name, args)
        if (reply === 'died') reply = await attempt(name, args)
        if (reply === 'died') throw new UnreadablePicture('the process that read it died')
        if ('done' in reply) return reply.done
        throw new UnreadablePicture(reply.failed.message, reply.failed.fault)
      } finally {
        await endIdleProcess()
      }
    },
    async close(): Promise<void> {
      clearTimeout(retiring)
      const ending = [...alive].map((child) => {
        keepAlive(child, true)
        return once(child, 'exit')
      })
      discardProcess()
      await Promise.all(ending)
    },
  }
}

/** A process that has nothing to do does not keep the server from ending. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  const streams = [child, child.channel, child.stderr as { ref?: () => void; unref?: () => void } | null]
  for (const each of streams) isBusy ? each?.ref?.() : each?.unref?.()
}

/** Uploads may be malicious, so they get small limits, and never the process that visitors wait for. */
const forUploads: JobLimits = { seconds: 10, lateSeconds: 30, megabytes: 256, restingMegabytes: 128, idleSeconds: 20 }
/** Originals of our own making: AVIF in the largest width takes about 200 MB of its own. */
const forVariants: JobLimits = { seconds: 10, lateSeconds: 30, megabytes: 512, restingMegabytes: 192, idleSeconds: 20 }
/** On a busy machine it waits for the processor most of the time. */
const forBackground: JobLimits = { ...forVariants, lateSeconds: 600, idleSeconds: 5, isNice: true }

/** Whether somebody waits for a picture. */
export type EncodePace = 'at once' | 'in the background'

export type ImageHelpers = {
  /** A variant of an original that we know. */
  encode: (file: string, size: VariantSize, format: ImageFormat, pace: EncodePace) => Promise<Bytes>
  /** A PNG made from such an original: an icon, or the logo of mails. */
  drawPng: (file: string, shape: PngShape) => Promise<Bytes>
  /** What is kept of a file that was sent to us, written to `into`. Throws `Busy` when many wait already. */
  normalise: (file: string, crop: Crop | null, into: string) => Promise<NormalisedPicture>
  close: () => Promise<void>
}

/**
 * The processes that decode pictures; they start when they are needed, end soon after, and write to files of this folder
 * only. Variants that nobody waits for are made by a process of low priority.
 */
export function createImageHelpers(folder: string): ImageHelpers {
  const forVisitors = [createImageHelper(forVariants, folder), createImageHelper(forVariants, folder)]
  const background = createImageHelper(forBackground, folder)
  const uploads = createImageHelper(forUploads, folder)
  const free = [...forVisitors]
  const variantQueue = createWorkQueue({ atOnce: free.length, maxWaiting: Number.POSITIVE_INFINITY })
  const backgroundQueue = createWorkQueue({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY })
  const uploadQueue = createWorkQueue({ atOnce: 1, maxWaiting: 30 })
  /** The one that was busy last may still run. */
  const withFree = <T>(work: (helper: typeof background) => Promise<T>): Promise<T> =>
    variantQueue.run(async () => {
      const helper = free.pop()!
      try {
        return await work(helper)
      } finally {
        free.push(helper)
      }
    })
  return {
    encode: (file, size, format, pace) => {
      const encodeWith = (helper: typeof background) => helper.run('encode', file, size, format, hasQuickPictures())
      return pace === 'at once' ? withFree(encodeWith) : backgroundQueue.run(() => encodeWith(background))
    },
    drawPng: (file, shape) => withFree((helper) => helper.run('drawPng', file, shape)),
    normalise: (file, crop, into) => uploadQueue.run(() => uploads.run('normalise', file, crop, into)),
    close: async () => {
      await Promise.all([...forVisitors, background, uploads].map((helper) => helper.close()))
    },
  }
}
