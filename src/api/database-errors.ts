import type { ErrorHandler } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { onError, refuse } from '#api/errors.ts'
import { refusalOfCode } from '#domain/orders/database-errors.ts'
import { Refusal } from '#domain/refusal.ts'
import { codeOf } from '#server/db/errors.ts'

/** Five letters and digits, and never letters only: those are the system's own. */
const isSqlState = (code: string | undefined): code is string => /^(?=.*\d)[0-9A-Z]{5}$/.test(code ?? '')

/** For the routes about orders: what the database refuses is logged whole, and told in the sentence for it. */
export const orderErrors: ErrorHandler<ApiEnv> = (error, c) => {
  const code = codeOf(error)
  if (error instanceof Refusal || !isSqlState(code)) return onError(c.var.log)(error, c)
  c.header('cache-control', 'no-store')
  c.var.log.error({ err: error, requestId: c.env.visit.requestId, path: c.req.routePath }, 'a route failed')
  return refuse(c, new Refusal(...refusalOfCode(code)))
}
