import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { hasPermission, type Permission } from '#domain/actor.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { fieldProblemSentence } from '#domain/sites/site-file-problems.ts'
import { isPlainText, plainTextSentence } from '#domain/text-schemas.ts'
import { verifyConfirmationToken } from '#server/accounts/tokens.ts'

export type Access = 'anyone' | 'signed-in' | Permission

/** What a guard declares about its route. The OpenAPI document and the tests that walk all routes read it. */
export type RouteMeta = {
  access?: Access
  /** The client must also send the public key of the contact form as a bearer token. */
  contactKey?: true
  body?: z.ZodType
  /** The content types of the body, if it is not only JSON. */
  bodyMedia?: readonly string[]
  /** A body that is not JSON: a form with a file, or the bytes of a file. */
  upload?: Upload
  query?: z.ZodType
  params?: z.ZodType
  headers?: z.ZodType
  /** A session alone is not enough: `always`, or under a condition in words. */
  confirmation?: 'always' | `when ${string}`
  answer?: Answer
  /** Another answer that is not a refusal. */
  otherwise?: Answer
}
type Upload = { media: string; schema: z.ZodType }
type Answer = { schema: z.ZodType; status: number; summary: string; media?: string }

const withMeta = <H extends object>(meta: RouteMeta, handler: H): H & { meta: RouteMeta } =>
  Object.assign(handler, { meta })

/** Hono wraps each handler of an app that has its own error handler, and keeps the handler under this name. */
const composedHandler = '__COMPOSED_HANDLER'

export function routeMetaOf(handler: object): RouteMeta | undefined {
  if (composedHandler in handler) return routeMetaOf(handler[composedHandler] as object)
  return 'meta' in handler ? (handler as { meta: RouteMeta }).meta : undefined
}

export function anyone(): MiddlewareHandler<ApiEnv> {
  return withMeta(
    { access: 'anyone' },
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}

/**
 * For users and their own account: a bearer token is not enough. `limitedToo` admits a session that a recovery code has
 * opened, for what its user must do first.
 */
export function signedIn({ limitedToo = false } = {}): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    const { actor } = c.var
    if (actor.kind === 'visitor' || actor.authenticatedBy !== 'session') throw new Refusal('not-signed-in')
    if (actor.kind === 'limited' && !limitedToo) throw new Refusal('session-limited')
    await next()
  })
  return withMeta({ access: 'signed-in' }, guard)
}

/** `visitorReason` is the refusal for a visitor; a request with an invalid bearer token gets `token-error` instead. */
export function may(permission: Permission, visitorReason: PlainReason = 'not-signed-in'): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    if (c.var.actor.kind === 'visitor')
      throw new Refusal(/^Bearer\b/i.test(c.req.header('authorization') ?? '') ? 'token-error' : visitorReason)
    if (c.var.actor.kind === 'limited') throw new Refusal('session-limited')
    if (c.var.actor.kind === 'signed-in') throw new Refusal('no-website-access')
    if (!hasPermission(c.var.actor, permission)) throw new Refusal('not-allowed')
    await next()
  })
  return withMeta({ access: permission }, guard)
}

/** For any program that has the public key of the site's contact form. It comes after the check of the body. */
export function withContactKey(): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    if (!hasContactKey(c.req.header('authorization'), c.var.services.contactService.publicKey))
      throw new Refusal('contact-key-wrong')
    await next()
  })
  return withMeta({ contactKey: true }, guard)
}

function hasContactKey(header: string | undefined, publicKey: string): boolean {
  const [scheme, shown = ''] = header?.split(' ') ?? []
  const [a, b] = [Buffer.from(shown), Buffer.from(publicKey)]
  return scheme?.toLowerCase() === 'bearer' && a.length === b.length && timingSafeEqual(a, b)
}

const ConfirmationHeader = z.object({ [confirmationHeader]: z.string() })

export function hasConfirmed(c: Context<ApiEnv>): boolean {
  const { actor, auth } = c.var
  return actor.kind !== 'visitor' && verifyConfirmationToken(auth, actor, c.req.header(confirmationHeader))
}

/**
 * For routes that change who may enter, where mail or money goes, or that export data: a stolen session is not enough.
 * It comes last, so that a request which is refused anyway does not ask for the password.
 */
export function confirmed(): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    if (!hasConfirmed(c)) throw new Refusal('confirmation-required')
    await next()
  })
  return withMeta({ confirmation: 'always', headers: ConfirmationHeader }, guard)
}

/** Declares that a route requires a confirmation under a condition; the route itself checks `hasConfirmed`. */
export function confirmedWhen(condition: string): MiddlewareHandler<ApiEnv> {
  return withMeta(
    { confirmation: `when ${condition}`, headers: ConfirmationHeader.partial() },
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  const unplain = result.success ? findUnstorableText(value) : null
  if (unplain !== null) throw new Refusal('invalid', { fields: { [unplain]: plainTextSentence } })
  if (result.success) return result.data
  const fields = Object.fromEntries(
    result.error.issues.map((issue) => [issue.path.join('.'), fieldProblemSentence(issue.message)]),
  )
  throw new Refusal('invalid', { fields })
}

/** The path to a text that PostgreSQL cannot store, or null. */
function findUnstorableText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isPlainText(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    const found = isPlainText(name) ? findUnstorableText(part, path ? `${path}.${name}` : name) : path
    if (found !== null) return found
  }
  return null
}

export function body<S extends z.ZodType>(schema: S) {
  const guard = validator('json', (value, c): z.output<S> => {
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new Refusal('unsupported-type')
    return read(schema, value)
  })
  return withMeta({ body: schema }, guard)
}

/** For bodies that create something: the client chooses the id, so that a retry does not create a second one. */
export const clientChosenId = { id: z.uuid().optional() }

export function query<S extends z.ZodType>(schema: S) {
  return withMeta(
    { query: schema },
    validator('query', (value): z.output<S> => read(schema, value)),
  )
}

/** A path parameter that cannot exist is refused like one that does not. */
export function params<S extends z.ZodType>(schema: S) {
  const guard = validator('param', (value): z.output<S> => {
    const result = schema.safeParse(value)
    if (result.success && findUnstorableText(value) === null) return result.data
    throw new Refusal('not-found')
  })
  return withMeta({ params: schema }, guard)
}

/** Declares input without reading it, for a route that needs the raw bytes: a signed webhook, an upload. */
export function declaresInput(
  meta: Pick<RouteMeta, 'body' | 'bodyMedia' | 'headers' | 'upload'>,
): MiddlewareHandler<ApiEnv> {
  return withMeta(
    meta,
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}

/** ISO 8601, in UTC. */
export const timestamp = z.iso.datetime()

/** Of a route that only says that it is done. */
export const EmptyAnswer = z.strictObject({})

/** The bytes of a file, in a form or as the whole body. */
export const FileBytes = z.string().meta({ format: 'binary' })

/** Declares the answer. Outside production, an answer with other fields is an error. */
export function answers<S extends z.ZodType>(summary: string, schema: S, status = 200): MiddlewareHandler<ApiEnv> {
  return withMeta({ answer: { schema, status, summary } }, checkAnswer(schema, status))
}

/** Declares another answer, with a status of its own. */
export function alsoAnswers<S extends z.ZodType>(
  summary: string,
  schema: S,
  status: number,
): MiddlewareHandler<ApiEnv> {
  return withMeta({ otherwise: { schema, status, summary } }, checkAnswer(schema, status))
}

const checkAnswer = (schema: z.ZodType, status: number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next()
    if (c.var.services.production || c.res.status !== status) return
    const result = schema.safeParse(await c.res.clone().json())
    if (!result.success) throw new Error(`${c.req.method} ${c.req.path} does not answer as declared: ${result.error}`)
  })

/** Declares an answer with its content type, which is not checked: a calendar, a feed, a document. */
export function answersAs(summary: string, media: string, schema: z.ZodType = z.string()): MiddlewareHandler<ApiEnv> {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    await next()
    if (c.res.status === 200) c.header('content-type', media)
  })
  return withMeta({ answer: { schema, status: 200, summary, media } }, guard)
}

/** Declares a stored file, whose handler sets the content type. */
export function answersFile(summary: string): MiddlewareHandler<ApiEnv> {
  const answer = { schema: FileBytes, status: 200, summary, media: 'application/octet-stream' }
  return withMeta(
    { answer },
    createMiddleware<ApiEnv>((_, next) => next()),
  )
}
