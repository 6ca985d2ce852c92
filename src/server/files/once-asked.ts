/** So many bytes at a time: a file that speaks of parts of any size does not make the server hold them. */
export const mostAskedBytes = 1024 * 1024

type Reply = { id: number; reply: unknown }
type Ask = (asked: unknown) => Promise<unknown>

/** For a script that `apart` starts: it lives for one piece of work, and may be ended any time. */
export function onceAsked<Order>(work: (order: Order, ask: Ask) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit())
  // The terminal tells the whole group; the server finishes what is under way and then ends us.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const waiting = new Map<number, (reply: unknown) => void>()
  let asked = 0
  const ask: Ask = (asks) =>
    new Promise((resolve) => {
      waiting.set(++asked, resolve)
      process.send?.({ asks, id: asked })
    })
  process.once('message', async (order: Order) => {
    process.on('message', ({ id, reply }: Reply) => {
      waiting.get(id)?.(reply)
      waiting.delete(id)
    })
    const said = await work(order, ask).then(
      (done) => ({ done }),
      (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
    )
    process.send?.(said, () => process.exit())
  })
}
