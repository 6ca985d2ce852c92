import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { confirmationHeader } from '#domain/accounts/confirmation.ts'
import { may as actorMay, type Permission } from '#domain/actor.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { isPlainText, plainTextSentence } from '#domain/words.ts'
import { isConfirmed } from '#server/accounts/confirmation.ts'

export type Access = 'anyone' | 'signed-in' | Permission

/** What a guard says about its route; the OpenAPI document and the test that walks all routes read it. */
export type Says = {
  access?: Access
  body?: z.ZodType
  query?: z.ZodType
  params?: z.ZodType
  headers?: z.ZodType
  /** A session alone is not enough: `always`, or when, in words. */
  confirmation?: 'always' | `when ${string}`
  answer?: Answer
  /** What it may answer instead, where nothing is refused. */
  otherwise?: Answer
}
type Answer = { schema: z.ZodType; status: number; about: string; media?: string }

const saying = <H extends object>(says: Says, handler: H): H & { says: Says } => Object.assign(handler, { says })

/** Where routes have an error handler of their own, Hono wraps each of them; what it wrapped is under this name. */
const wrapped = '__COMPOSED_HANDLER'

export function saidBy(handler: object): Says | undefined {
  if (wrapped in handler) return saidBy(handler[wrapped] as object)
  return 'says' in handler ? (handler as { says: Says }).says : undefined
}

export function anyone(): MiddlewareHandler<ApiEnv> {
  return saying(
    { access: 'anyone' },
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}

/**
 * For people and their own account: a bearer token is not enough. `limitedToo`: what whoever has signed in with a
 * recovery code must do before anything else.
 */
export function signedIn({ limitedToo = false } = {}): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    const { actor } = c.var
    if (actor.kind === 'visitor' || actor.shownBy !== 'session') throw new Refusal('not-signed-in')
    if (actor.kind === 'limited' && !limitedToo) throw new Refusal('session-limited')
    await next()
  })
  return saying({ access: 'signed-in' }, guard)
}

/** `unknown` is what a stranger is told; one whose token is no longer good is told that. */
export function may(permission: Permission, unknown: PlainReason = 'not-signed-in'): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    if (c.var.actor.kind === 'visitor')
      throw new Refusal(/^Bearer\b/i.test(c.req.header('authorization') ?? '') ? 'token-error' : unknown)
    if (c.var.actor.kind === 'limited') throw new Refusal('session-limited')
    if (c.var.actor.kind === 'signed-in') throw new Refusal('no-website-access')
    if (!actorMay(c.var.actor, permission)) throw new Refusal('not-allowed')
    await next()
  })
  return saying({ access: permission }, guard)
}

const ConfirmationHeader = z.object({ [confirmationHeader]: z.string() })

export function hasConfirmed(c: Context<ApiEnv>): boolean {
  const { actor, auth } = c.var
  return actor.kind !== 'visitor' && isConfirmed(auth, actor, c.req.header(confirmationHeader))
}

/**
 * For what changes who may enter, where mail or money goes, or what leaves the site: a session that somebody has got
 * hold of is not enough. It comes last, so that nobody is asked for their password for a request that is refused anyway.
 */
export function confirmed(): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    if (!hasConfirmed(c)) throw new Refusal('confirmation-required')
    await next()
  })
  return saying({ confirmation: 'always', headers: ConfirmationHeader }, guard)
}

/** The same for a part of what a route does; the route itself asks `hasConfirmed`. */
export function confirmedWhen(when: string): MiddlewareHandler<ApiEnv> {
  return saying(
    { confirmation: `when ${when}`, headers: ConfirmationHeader.partial() },
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  const unplain = result.success ? unplainIn(value) : null
  if (unplain !== null) throw new Refusal('invalid', { fields: { [unplain]: plainTextSentence } })
  if (result.success) return result.data
  const fields = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  throw new Refusal('invalid', { fields })
}

/** Where a text is that no database would store: the path to it. */
function unplainIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isPlainText(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    const found = isPlainText(name) ? unplainIn(part, path ? `${path}.${name}` : name) : path
    if (found !== null) return found
  }
  return null
}

export function body<S extends z.ZodType>(schema: S) {
  const guard = validator('json', (value, c): z.output<S> => {
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new Refusal('unsupported-type')
    return read(schema, value)
  })
  return saying({ body: schema }, guard)
}

/** In the body of what makes something new: an id of the asker's own, so that a second try makes no second one. */
export const tried = { id: z.uuid().optional() }

export function query<S extends z.ZodType>(schema: S) {
  return saying(
    { query: schema },
    validator('query', (value): z.output<S> => read(schema, value)),
  )
}

/** A name in the path that cannot exist is refused like one that does not. */
export function params<S extends z.ZodType>(schema: S) {
  const guard = validator('param', (value): z.output<S> => {
    const result = schema.safeParse(value)
    if (result.success && unplainIn(value) === null) return result.data
    throw new Refusal('not-found')
  })
  return saying({ params: schema }, guard)
}

/** States what comes in where nothing may read it before its route: a body that is signed to the last byte. */
export function takes(says: Required<Pick<Says, 'body' | 'headers'>>): MiddlewareHandler<ApiEnv> {
  return saying(
    says,
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}

/** States what leaves the house; outside production an answer that says more or less than this is an error. */
export function answers<S extends z.ZodType>(about: string, schema: S, status = 200): MiddlewareHandler<ApiEnv> {
  return saying({ answer: { schema, status, about } }, checking(schema, status))
}

/** The same for what is answered instead, under a status of its own. */
export function orAnswers<S extends z.ZodType>(about: string, schema: S, status: number): MiddlewareHandler<ApiEnv> {
  return saying({ otherwise: { schema, status, about } }, checking(schema, status))
}

const checking = (schema: z.ZodType, status: number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next()
    if (process.env.NODE_ENV === 'production' || c.res.status !== status) return
    const result = schema.safeParse(await c.res.clone().json())
    if (!result.success) throw new Error(`${c.req.method} ${c.req.path} does not answer as declared: ${result.error}`)
  })

/** The same for what is no JSON: a calendar, a feed, a file. */
export function answersAs(about: string, media: string): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    await next()
    if (c.res.status === 200) c.header('content-type', media)
  })
  return saying({ answer: { schema: z.string(), status: 200, about, media } }, guard)
}

/** And for a file of somebody's, which says itself what it is. */
export function answersFile(about: string): MiddlewareHandler<ApiEnv> {
  const answer = { schema: z.string(), status: 200, about, media: 'application/octet-stream' }
  return saying(
    { answer },
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}
