import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { equipmentOf } from '#app/equipment.ts'

const embedded = (environment: Record<string, string>) =>
  equipmentOf(readConfig(environment)).flatMap((each) => (each.embedded ? [each.part] : []))

test('every part is embedded until its settings are there', () => {
  expect(embedded({})).toEqual(['Database', 'Mail', 'Secrets'])
  expect(embedded({ APP_SECRET: 'x'.repeat(32) })).toContain('Secrets')
})

test('an address is shown without what it is opened with', () => {
  const [database, mail] = equipmentOf(
    readConfig({
      DATABASE_URL: 'postgres://app:hush@db.example:5432/stagedoor',
      SMTP_URL: 'smtps://me:hush@mail.example:465',
      MAIL_FROM: 'band@example.com',
    }),
  )
  expect(database).toMatchObject({ runsOn: 'PostgreSQL at db.example:5432', embedded: false })
  expect(mail).toMatchObject({ runsOn: 'SMTP at mail.example:465', embedded: false })
})
