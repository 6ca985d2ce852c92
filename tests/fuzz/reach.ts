import { expect } from 'vitest'
import type { Access } from '#api/guards.ts'
import type { Person } from '#tests/isolation/two-sites.ts'

export type Answered = { name: string; who: Person; access: Access | undefined; status: number }

/** Who may do what the owner may. */
export const owners: Person[] = ['administrator', 'token']

/**
 * Whoever is turned away at the door has tried nothing behind it. By measurement 29 of 100 requests get in; of those that
 * the owners make for what is theirs 95 are let in, and 23 do something. `last` are those of the end.
 */
export function expectReach(all: Answered[], last: Answered[]): void {
  expect(share(all, ({ status }) => ![401, 403, 404, 405].includes(status))).toBeGreaterThan(0.2)
  for (const owner of owners) {
    const isOwners = ({ who, access }: Answered) => who === owner && access !== 'anyone' && access !== 'signed-in'
    const isLetIn = ({ status }: Answered) => status !== 401 && status !== 403
    expect(share(all.filter(isOwners), isLetIn), `${owner} is let in`).toBeGreaterThan(0.8)
    expect(
      share(last.filter(isOwners), ({ status }) => status < 300),
      `${owner} in the end`,
    ).toBeGreaterThan(0.05)
  }
}

const share = (of: Answered[], isSo: (each: Answered) => boolean): number => of.filter(isSo).length / of.length
