import { expect, test } from 'vitest'
import { embeddedWarning } from '#domain/sites/infrastructure.ts'

const database = { part: 'Database', runsOn: 'PGlite', embedded: true, settings: ['DATABASE_URL'] }
const secrets = { part: 'Secrets', runsOn: 'data/secrets', embedded: true, settings: ['APP_SECRET', 'DATA_KEY'] }

test('the production warning names all embedded parts with their settings in one line', () => {
  expect(embeddedWarning([database, { ...database, part: 'Mail', embedded: false }, secrets])).toBe(
    'This is production, but some parts are still embedded: database (DATABASE_URL), secrets (APP_SECRET, DATA_KEY).',
  )
})

test('gives no production warning without embedded parts', () => {
  expect(embeddedWarning([{ ...database, embedded: false }])).toBeNull()
})
