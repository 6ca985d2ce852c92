import { expect, test } from 'vitest'
import { clockFindings } from '#server/doctor/clock.ts'

const now = new Date('2026-05-04T10:20:30Z')

test.each([
  ['2026-05-01', true, 'ok', '2026-05-04 10:20:30 UTC, set by NTP'],
  ['2026-05-01', false, 'warn', '2026-05-04 10:20:30 UTC; it is not set by NTP'],
  ['2026-05-01', null, 'ok', '2026-05-04 10:20:30 UTC; the system does not say whether it is set by NTP'],
  ['2026-05-06', true, 'bad', '2026-05-04 10:20:30 UTC is before this program was put here (2026-05-06)'],
])('installed on %s, NTP %s: the doctor reports %s', async (day, isSet, state, message) => {
  const found = await clockFindings({ now, installed: new Date(day), isSetByNtp: async () => isSet })
  expect(found).toEqual([expect.objectContaining({ subject: 'Clock', state, message })])
})
