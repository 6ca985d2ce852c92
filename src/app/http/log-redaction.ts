import { orderNumberPattern } from '#domain/orders/lookup.ts'

const id = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const wordsPattern = /^[a-z0-9]+(-[a-z0-9]+)+(\.[a-z0-9]{2,5})?$/
const plainPattern = /^[a-z0-9._-]*$/
const assetPathPattern = /^\/(assets|images)\//

/** A path for the log: a part that is not spelled like our own paths could be a name, and is left out. */
export function redactPath(path: string): string {
  if (assetPathPattern.test(path)) return path
  return path
    .split('/')
    .map((part) => (isLoggablePart(part) ? part : '…'))
    .join('/')
}

/** A long part without words could be a token. */
const isLoggablePart = (part: string) =>
  id.test(part) ||
  orderNumberPattern.test(part) ||
  (plainPattern.test(part) && (part.length <= 24 || wordsPattern.test(part)))

type LoggedError = {
  type: string
  message: string
  stack?: string
  code?: string
  where?: string
  cause?: LoggedError
  errors?: LoggedError[]
}

/**
 * An error as the log may know it. A failed statement brings the values it was called with, and the database quotes
 * values that it cannot read or that are there twice: people's addresses among them. What failed and where is kept.
 */
export function redactError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return isErrorLike(error) ? redactError(toError(error)) : { type: typeof error, message: 'not an error' }
  const facts = error as Error & { code?: unknown; table?: unknown; constraint?: unknown }
  const code = typeof facts.code === 'string' ? facts.code : undefined
  const message = withoutValues(error.message, code)
  const place = [facts.table, facts.constraint].filter((name) => typeof name === 'string').join(' ')
  const calls = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return {
    type: error.name,
    message,
    ...(code && { code }),
    ...(place && { where: place }),
    ...(calls.length && { stack: [`${error.name}: ${message}`, ...calls].join('\n') }),
    ...(error instanceof AggregateError && { errors: error.errors.slice(0, maxErrors).map(redactError) }),
    ...(error.cause instanceof Error && error.cause !== error && { cause: redactError(error.cause) }),
  }
}

type ErrorLike = { message: string; name?: unknown; stack?: unknown; code?: unknown; cause?: unknown }

const isErrorLike = (thing: unknown): thing is ErrorLike =>
  typeof thing === 'object' && thing !== null && 'message' in thing && typeof thing.message === 'string'

/** The job queue tells of errors by copies of what stands in them. */
function toError({ message, name, stack, code, cause }: ErrorLike): Error {
  const error = new Error(message, { cause })
  if (typeof name === 'string') error.name = name
  return Object.assign(error, { code, stack: typeof stack === 'string' ? stack : `Error: ${message}` })
}

/** Only the first errors of an AggregateError are logged. */
const maxErrors = 20

const isDataException = (code: string | undefined) => /^22\w{3}$/.test(code ?? '')

function withoutValues(message: string, code: string | undefined): string {
  const [statement = ''] = message.split('\nparams:')
  return isDataException(code) ? statement.replaceAll(/"[^"]*"/g, '"…"') : statement
}
