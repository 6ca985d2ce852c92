import { expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase(defaultEngine)
const site = await createTestSite(database)
const administrator: Actor = { kind: 'administrator', userId: 'u', sessionId: 's', authenticatedBy: 'session' }
const mail = { part: 'Mail', runsOn: 'Files in the outbox', embedded: true, settings: ['SMTP_URL'] }

const infrastructure = async (actor: Actor, production: boolean) =>
  (await createTestApi(database, site, actor, { infrastructure: [mail], production })).request(
    '/api/site/infrastructure',
  )

test('shows the infrastructure, and in production a warning about embedded parts', async () => {
  const parts = [{ part: 'Mail', runsOn: 'Files in the outbox', embedded: true }]
  expect(await (await infrastructure(administrator, false)).json()).toEqual({ parts, warning: null })
  expect(await (await infrastructure(administrator, true)).json()).toEqual({
    parts,
    warning: 'This is production, but some parts are still embedded: mail (SMTP_URL).',
  })
})

test('shows the infrastructure to administrators only', async () => {
  expect((await infrastructure({ kind: 'visitor' }, true)).status).toBe(401)
  expect((await infrastructure({ ...administrator, kind: 'signed-in' }, true)).status).toBe(403)
})
