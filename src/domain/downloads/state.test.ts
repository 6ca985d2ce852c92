import { expect, test } from 'vitest'
import { availableDownloadActions } from '#domain/downloads/admin-actions.ts'
import { downloadState } from '#domain/downloads/state.ts'

const now = new Date('2026-05-01T12:00:00Z')
const right = { used: 4, downloadsAllowed: 5, expiresAt: new Date(+now + 1), revokedAt: null }

test.each([
  ['ready', {}],
  ['used-up', { used: 5 }],
  ['expired', { expiresAt: now }],
  ['expired', { expiresAt: now, used: 5 }],
  ['withdrawn', { expiresAt: now, revokedAt: now }],
] as const)('a download right is %s', (state, changes) =>
  expect(downloadState({ ...right, ...changes }, now)).toBe(state),
)

test.each([
  ['ready', ['resend', 'extend', 'reset', 'withdraw']],
  ['used-up', ['resend', 'extend', 'reset', 'withdraw']],
  ['expired', ['extend', 'reset', 'withdraw']],
  ['withdrawn', ['restore']],
] as const)('actions that the owner has for a download right that is %s', (state, actions) =>
  expect(availableDownloadActions(state)).toEqual(actions),
)
