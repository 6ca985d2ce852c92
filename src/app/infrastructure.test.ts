import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { infrastructureOf } from '#app/infrastructure.ts'

const embedded = (environment: Record<string, string>) =>
  infrastructureOf(readConfig(environment)).flatMap((each) => (each.embedded ? [each.part] : []))

test('reports every part as embedded until it is configured', () => {
  expect(embedded({})).toEqual(['Database', 'Mail', 'Files', 'Payments', 'Secrets'])
  expect(embedded({ APP_SECRET: 'x'.repeat(32) })).toContain('Secrets')
})

test('a test key does not count as live payments', () => {
  const paidBy = (key: string) =>
    infrastructureOf(readConfig({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_x' })).find(
      ({ part }) => part === 'Payments',
    )?.runsOn
  expect(paidBy('sk_live_1')).toBe('Stripe')
  expect(paidBy('rk_test_1')).toBe('Stripe, in its test mode')
})

test('shows the URL of a part without its credentials', () => {
  const [database, mail] = infrastructureOf(
    readConfig({
      DATABASE_URL: 'postgres://app:hush@db.example:5432/stagedoor',
      SMTP_URL: 'smtps://me:hush@mail.example:465',
      MAIL_FROM: 'band@example.com',
    }),
  )
  expect(database).toMatchObject({ runsOn: 'PostgreSQL at db.example:5432', embedded: false })
  expect(mail).toMatchObject({ runsOn: 'SMTP at mail.example:465', embedded: false })
})
