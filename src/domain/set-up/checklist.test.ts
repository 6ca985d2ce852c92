import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { type ChecklistFacts, checklist, checklistIds, checklistState } from '#domain/set-up/checklist.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import type { WithFeatures } from '#domain/sites/features.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

const actor: Actor = { kind: 'administrator', userId: 'u', sessionId: 's', authenticatedBy: 'session' }
const { features } = siteWithDefaults(minimalSite())
const full = {
  features: { ...features, tour: true, discography: true, shop: { enabled: true, type: 'stripe' } },
} satisfies WithFeatures
const nothing: ChecklistFacts = {
  has: { show: false, record: false, product: false },
  lastChecked: {},
  takesRealMoney: false,
  sendsMails: false,
  isAtPublicName: false,
  hasSecondFactor: false,
  hasBackup: false,
}
const doneWith = (facts: Partial<ChecklistFacts>) =>
  checklistState(full, actor, { ...nothing, ...facts })
    ?.filter(({ isDone }) => isDone)
    .map(({ id }) => id)

test('has all items for a site with tour, records and shop, none of them done at first', () => {
  expect(checklistState(full, actor, nothing)).toEqual(checklistIds.map((id) => ({ id, isDone: false })))
})

describe('each item knows whether it is done', () => {
  test.each<[string, Partial<ChecklistFacts>]>([
    ['show', { has: { show: true, record: false, product: false } }],
    ['release', { has: { show: false, record: true, product: false } }],
    ['release', { has: { show: false, record: false, product: true } }],
    ['payments', { takesRealMoney: true }],
    ['payments', { lastChecked: { payments: 'ok' } }],
    ['mail', { sendsMails: true, lastChecked: { mail: 'unknown' } }],
    ['mail', { lastChecked: { mail: 'ok' } }],
    ['domain', { isAtPublicName: true }],
    ['domain', { lastChecked: { domain: 'ok' } }],
    ['second-factor', { hasSecondFactor: true }],
    ['backup', { hasBackup: true }],
  ])('%s: %j', (id, facts) => expect(doneWith(facts)).toEqual([id]))

  test('a check result takes precedence over the settings', () => {
    const lastChecked = { payments: 'bad', mail: 'todo', domain: 'todo' } as const
    expect(doneWith({ takesRealMoney: true, sendsMails: true, isAtPublicName: true, lastChecked })).toEqual([])
  })
})

test('omits items of disabled features and without permission', () => {
  const ids = (site: WithFeatures, who: Actor) => checklistState(site, who, nothing)?.map(({ id }) => id)
  expect(ids({ features }, actor)).toEqual(['mail', 'domain', 'second-factor', 'backup'])
  expect(ids(full, { ...actor, kind: 'signed-in' })).toBeUndefined()
})

test('links to the shop on a site without discography', () => {
  const { address } = checklist.release
  expect(address(full).to).toBe('/admin/site/records/new')
  expect(address({ features: { ...full.features, discography: false } }).to).toBe('/admin/shop/new')
})

test('is null when every item is done', () => {
  const has = { show: true, record: false, product: true }
  const all = { has, takesRealMoney: true, sendsMails: true, isAtPublicName: true, hasSecondFactor: true }
  expect(checklistState(full, actor, { ...nothing, ...all })).toHaveLength(7)
  expect(checklistState(full, actor, { ...nothing, ...all, hasBackup: true })).toBeNull()
})
