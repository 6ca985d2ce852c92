import { setTimeout as after } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ask } from './ask.ts'

/** How long each of some visitors waited to be told to come back, in milliseconds. */
export type Told = { ms: number }[]

/** Whoever is let in waits for a page, so one alone would hardly ever be told. */
const listeners = 10

/**
 * Some visitors among a crowd, in a thread of their own: the crowd keeps its own thread so busy that it hears late what
 * was answered soon.
 */
export function startListening(port: number): { end: () => Promise<Told> } {
  const thread = new Worker(new URL(import.meta.url), { workerData: { crowded: port } })
  const told = new Promise<Told>((resolve, reject) => thread.once('message', resolve).once('error', reject))
  return {
    end: () => {
      thread.postMessage('end')
      return told
    },
  }
}

async function listen(port: number): Promise<Told> {
  const told: Told = []
  let isOver = false
  parentPort!.once('message', () => {
    isOver = true
  })
  const visitor = async (name: number) => {
    for (let n = 0; !isOver; n++) {
      const answer = await ask(port, { host: 'localhost', path: `/shop?q=among-them-${name}-${n}`, longest: 15_000 })
      if (answer?.status === 503) told.push({ ms: answer.ms })
      await after(100)
    }
  }
  await Promise.all(Array.from({ length: listeners }, (_, name) => visitor(name)))
  return told
}

if (!isMainThread && workerData?.crowded) parentPort!.postMessage(await listen(workerData.crowded))
