import { expect, test } from 'vitest'
import { deedsFor } from '#domain/downloads/desk.ts'

test.each([
  ['ready', ['resend', 'extend', 'reset', 'withdraw']],
  ['used-up', ['resend', 'extend', 'reset', 'withdraw']],
  ['expired', ['extend', 'reset', 'withdraw']],
  ['withdrawn', ['restore']],
] as const)('what is %s is offered what makes sense for it', (state, deeds) => expect(deedsFor(state)).toEqual(deeds))
