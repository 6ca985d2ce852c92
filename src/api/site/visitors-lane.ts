import type { MiddlewareHandler } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { Refusal } from '#domain/refusal.ts'
import type { createBrake } from '#server/limits/brake.ts'
import { Busy, createLane } from '#server/limits/lane.ts'

const lane = createLane({ atOnce: 2, mostWaiting: 100 })

/** What browsers tell by the way never takes more than two connections from the shop, however many of them there are. */
export const inVisitorsLane = <T>(work: () => Promise<T>): Promise<T> =>
  lane.run(work).catch((error) => {
    throw error instanceof Busy ? new Refusal('unavailable') : error
  })

/** Before the body is read: whoever tells too much has to wait. */
export const braked =
  (brake: ReturnType<typeof createBrake>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const retryAfterSeconds = brake(c.env.visit.address, c.var.now)
    if (retryAfterSeconds) throw new Refusal('too-many', { facts: { retryAfterSeconds } })
    await next()
  }
