import { stopSignals } from '#server/platform.ts'
/** Limits what a malicious file can make the server hold in memory. */
export const maxRequestBytes = 1024 * 1024

type Reply = { id: number; reply: unknown }
type RequestData = (request: unknown) => Promise<unknown>

/** For a script that `runInChildProcess` starts: runs one task and exits. */
export function runChildTask<Order>(work: (order: Order, ask: RequestData) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  // A terminal signals the whole process group, but the server decides when this process ends.
  for (const signal of stopSignals) process.on(signal, () => {})
  const waiting = new Map<number, (reply: unknown) => void>()
  let lastId = 0
  const ask: RequestData = (asks) =>
    new Promise((resolve) => {
      waiting.set(++lastId, resolve)
      process.send?.({ asks, id: lastId })
    })
  process.once('message', async (order: Order) => {
    process.on('message', ({ id, reply }: Reply) => {
      waiting.get(id)?.(reply)
      waiting.delete(id)
    })
    const result = await work(order, ask).then(
      (done) => ({ done }),
      (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
    )
    process.send?.(result, () => process.exit())
  })
}
