import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { redactError, redactPath } from '#app/http/log-redaction.ts'

test.each([
  ['/privacy/verify-export/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6', '/privacy/verify-export/…'],
  ['/x/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6.txt', '/x/…'],
  ['/x/ada@example.com', '/x/…'],
  ['/x/ada%40example.com/y', '/x/…/y'],
  ['/x/Ada%20Lovelace', '/x/…'],
  ['/api/Ada Lovelace', '/api/…'],
])('%s is logged as %s', (path, logged) => expect(redactPath(path)).toBe(logged))

test.each([
  '/tour',
  '/tour/2027-02-18-utrecht-tivolivredenburg.ics',
  '/assets/index-Ab3dE5gH1jK2mN4pQ.js',
  '/api/orders/0199b2f0-7c1e-7000-8000-5b2f0a9c1d2e',
  '/admin/orders/260501-7QX2MK',
])('%s is logged as it is', (path) => expect(redactPath(path)).toBe(path))

const canary = 'canary@example.com'
const fromDatabase = (message: string, facts: object) => Object.assign(new Error(message), facts)

test('a failed statement is logged without the values it was called with', () => {
  const cause = fromDatabase('duplicate key value violates unique constraint "users_email"', {
    code: '23505',
    detail: `Key (email)=(${canary}) already exists.`,
    table: 'users',
    constraint: 'users_email',
  })
  const logged = redactError(new DrizzleQueryError('insert into "users" values ($1)', [canary], cause))
  expect(JSON.stringify(logged)).not.toContain(canary)
  expect(logged).toMatchObject({
    message: 'Failed query: insert into "users" values ($1)',
    cause: { code: '23505', where: 'users users_email' },
  })
  expect(logged.stack).toMatch(/^Error: Failed query.*\n\s+at /)
})

test('redacts a serialised copy of an error like the error itself', () => {
  const error = fromDatabase('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED', queue: 'send-mail' })
  const copy = { ...error, message: error.message, stack: error.stack }
  expect(redactError(copy)).toEqual(redactError(error))
  const refused = {
    ...fromDatabase(`invalid input: "${canary}"`, { code: '22P02' }),
    message: `invalid input: "${canary}"`,
  }
  expect(JSON.stringify(redactError(refused))).not.toContain(canary)
  expect(redactError('words')).toEqual({ type: 'string', message: 'not an error' })
})

test('redacts every error of an AggregateError', () => {
  const failed = [1, 2].map((n) => new Error(`site ${n}`, { cause: new DrizzleQueryError('select $1', [canary]) }))
  const logged = redactError(new AggregateError(failed, '2 failed'))
  expect(JSON.stringify(logged)).not.toContain(canary)
  expect(logged).toMatchObject({
    message: '2 failed',
    errors: [{ message: 'site 1', cause: { message: 'Failed query: select $1' } }, { message: 'site 2' }],
  })
})

test('does not log a value that the database could not parse', () => {
  const error = fromDatabase(`invalid input syntax for type uuid: "${canary}"`, { code: '22P02' })
  expect(redactError(error).message).toBe('invalid input syntax for type uuid: "…"')
})

test('does not log a thrown value that is not an error', () => {
  expect(JSON.stringify(redactError(canary))).not.toContain(canary)
})
