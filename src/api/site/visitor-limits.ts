import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'
import type { createMemoryRateLimit } from '#server/limits/memory-limit.ts'
import { createWorkQueue, QueueFullError } from '#server/limits/work-queue.ts'

const queue = createWorkQueue({ atOnce: 2, maxWaiting: 100 })

/** Reports of browsers use at most two database connections, so that the shop keeps the others. */
export const queueVisitorWork = <T>(work: () => Promise<T>): Promise<T> =>
  queue.run(work).catch((error) => {
    throw error instanceof QueueFullError ? new Refusal('unavailable') : error
  })

/** Runs before the body is read: a client that sends too much has to wait. */
export const limitRequestRate =
  (rateLimit: ReturnType<typeof createMemoryRateLimit>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const retryAfterSeconds = rateLimit(c.env.requestContext.address, c.var.now)
    if (retryAfterSeconds) throw new Refusal('too-many', { facts: { retryAfterSeconds } })
    await next()
  }
