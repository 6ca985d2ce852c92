import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * During a deployment the previous version works on the new tables. So a migration only adds: what the previous version
 * still uses is removed one version later, and is listed here with the reason.
 */
const mayTakeAway: Record<string, string> = {
  'ALTER TABLE "challenges" RENAME COLUMN "generation"': 'No installation ran an earlier version.',
  'ALTER TABLE "one_time_tokens" RENAME COLUMN "generation"': 'No installation ran an earlier version.',
  'ALTER TABLE "users" ALTER COLUMN "password_version" SET DATA TYPE': 'The step itself has made the column.',
}

const takesAway = [
  /\bdrop\s+(table|column|schema|view|materialized|type|function|sequence|domain)\b/i,
  // PostgreSQL does not ask for the word COLUMN.
  /^alter\s+table\b.*\bdrop\s+(?!column\b|constraint\b|not\b|default\b|identity\b|expression\b)["\w]/is,
  /\brename\b/i,
  /\bset\s+not\s+null\b/i,
  /\balter\s+(column\s+)?\S+\s+(set\s+data\s+)?type\b/i,
  // The version before does not know the column, and could add no row.
  /\badd\s+column\b(?!.*\b(default|generated)\b).*\bnot\s+null\b/is,
  /^\s*(truncate|delete\s+from)\b/i,
]
const doesTakeAway = (statement: string): boolean => takesAway.some((pattern) => pattern.test(statement))

const statements = readdirSync('migrations')
  .filter((name) => name.endsWith('.sql'))
  .flatMap((name) =>
    readFileSync(`migrations/${name}`, 'utf8')
      .split('--> statement-breakpoint')
      .flatMap((part) => part.replaceAll(/--.*$/gm, '').split(/;\s*$/m))
      .map((statement) => ({ name, statement: statement.trim() })),
  )
  .filter(({ statement }) => statement)
const allowed = Object.keys(mayTakeAway)

test('a migration removes nothing, or is listed here with a reason', () => {
  expect(statements.length).toBeGreaterThan(100)
  const found = statements.filter(
    ({ statement }) => doesTakeAway(statement) && !allowed.some((beginning) => statement.startsWith(beginning)),
  )
  expect(found).toEqual([])
})

test('every listed removal exists', () => {
  const unused = allowed.filter(
    (beginning) => !statements.some(({ statement }) => statement.startsWith(beginning) && doesTakeAway(statement)),
  )
  expect(unused).toEqual([])
})

test.each([
  'DROP TABLE "carts" CASCADE',
  'ALTER TABLE "orders" DROP COLUMN "note"',
  'ALTER TABLE "orders" DROP "note"',
  'ALTER TABLE "orders" RENAME COLUMN "note" TO "remark"',
  'ALTER TABLE "orders" RENAME TO "purchases"',
  'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL',
  'ALTER TABLE "orders" ALTER COLUMN "total" SET DATA TYPE bigint',
  'alter table orders alter total type bigint',
  'ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL',
  'DELETE FROM "orders"',
])('detects that %s removes something', (statement) => {
  expect(doesTakeAway(statement)).toBe(true)
})

test.each([
  'CREATE TABLE "carts" ("id" uuid NOT NULL, "type" text NOT NULL)',
  'ALTER TABLE "orders" ADD COLUMN "note" text',
  'ALTER TABLE "orders" ADD COLUMN "serial" integer DEFAULT 0 NOT NULL',
  'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL',
  'ALTER TABLE "orders" DROP CONSTRAINT "orders_total"',
  'DROP INDEX "orders_status"',
])('accepts that %s removes nothing', (statement) => {
  expect(doesTakeAway(statement)).toBe(false)
})
