import { afterAll, describe, expect, test } from 'vitest'
import { postgresFindings } from '#server/doctor/database.ts'
import { copyTemplateDatabase } from '#tests/database.ts'
import { runStatementOn } from '#tests/services/postgres.ts'

describe('on PostgreSQL', async () => {
  const { urls, remove } = await copyTemplateDatabase()
  afterAll(remove)
  const migrations = async () =>
    (await postgresFindings({ ...urls, poolSize: 2, keys: null })).filter(({ subject }) => subject === 'Migrations')
  const deleteLastEntry = () =>
    runStatementOn(
      urls.ownerUrl,
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    )

  test('the doctor reports the number of pending migrations', async () => {
    expect(await migrations()).toEqual([expect.objectContaining({ state: 'ok' })])
    await deleteLastEntry()
    expect(await migrations()).toEqual([
      {
        subject: 'Migrations',
        state: 'warn',
        message: '1 migration has not run yet',
        fix: 'The next start runs it once, before it answers requests.',
      },
    ])
    await deleteLastEntry()
    expect(await migrations()).toEqual([
      expect.objectContaining({
        message: '2 migrations have not run yet',
        fix: 'The next start runs them once, before it answers requests.',
      }),
    ])
  })
})
