import { type CutOrder, cut } from '#server/previews/cut.ts'

/** Runs in a process of its own, which lives for one track. It is started by `cutter.ts`, which may end it any time. */
process.on('disconnect', () => process.exit())
// The terminal tells the whole group; the server finishes what is under way and then ends us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

process.once('message', async (order: CutOrder) => {
  const reply = await cut(order).then(
    (done) => ({ done }),
    (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
  )
  process.send?.(reply, () => process.exit())
})
