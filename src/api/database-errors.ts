import type { ErrorHandler } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { createErrorHandler, sendRefusal } from '#api/errors.ts'
import { refusalForSqlState } from '#domain/orders/database-errors.ts'
import { Refusal } from '#domain/refusal.ts'
import { errorCode } from '#server/db/errors.ts'

/** A SQLSTATE: five letters and digits. Letters only are error codes of the system. */
export function sqlStateOf(error: unknown): string | null {
  const code = errorCode(error)
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code ?? '') ? code! : null
}

/** For the routes about orders: what the database refuses is logged whole, and told in the sentence for it. */
export const handleOrderRouteError: ErrorHandler<ApiEnv> = (error, c) => {
  const code = sqlStateOf(error)
  if (error instanceof Refusal || !code) return createErrorHandler(c.var.log)(error, c)
  c.header('cache-control', 'no-store')
  c.var.log.error({ err: error, requestId: c.env.requestContext.requestId, path: c.req.routePath }, 'a route failed')
  return sendRefusal(c, new Refusal(...refusalForSqlState(code)))
}
