import { expect, test } from 'vitest'
import { downloadState } from '#domain/downloads/state.ts'

const now = new Date('2026-05-01T12:00:00Z')
const right = { used: 4, downloadsAllowed: 5, expiresAt: new Date(+now + 1), revokedAt: null }

test.each([
  ['ready', {}],
  ['used-up', { used: 5 }],
  ['expired', { expiresAt: now }],
  ['expired', { expiresAt: now, used: 5 }],
  ['withdrawn', { expiresAt: now, revokedAt: now }],
] as const)('a right is %s', (state, changes) => expect(downloadState({ ...right, ...changes }, now)).toBe(state))
