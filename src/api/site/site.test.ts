import { expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { apiOf } from '#tests/api.ts'
import { newSite, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase('pglite')
const site = await newSite(database)
const administrator: Actor = { kind: 'administrator', userId: 'u', sessionId: 's', authenticatedBy: 'session' }
const mail = { part: 'Mail', runsOn: 'Files in the outbox', embedded: true, settings: ['SMTP_URL'] }

const equipment = async (actor: Actor, production: boolean) =>
  (await apiOf(database, site, actor, { equipment: [mail], production })).request('/api/site/equipment')

test('shows the infrastructure, and in production a warning about embedded parts', async () => {
  const parts = [{ part: 'Mail', runsOn: 'Files in the outbox', embedded: true }]
  expect(await (await equipment(administrator, false)).json()).toEqual({ parts, warning: null })
  expect(await (await equipment(administrator, true)).json()).toEqual({
    parts,
    warning: 'This is production, but some parts are still embedded: mail (SMTP_URL).',
  })
})

test('shows the infrastructure to administrators only', async () => {
  expect((await equipment({ kind: 'visitor' }, true)).status).toBe(401)
  expect((await equipment({ ...administrator, kind: 'signed-in' }, true)).status).toBe(403)
})
