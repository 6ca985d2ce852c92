import { createHash } from 'node:crypto'
import type { HumanCheckAction, HumanCheckOffer } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { usedChecks } from '#server/contact/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

export type CheckedPlace = {
  websiteId: string
  /** Names under which the site is visited; a check made elsewhere does not count. */
  hosts: readonly string[]
  /** The network address of the visitor. */
  address: string
  /** Of the form that the check is for. */
  action: HumanCheckAction
  now: Date
}

/** A passed check is used up with the message that it came with. */
export type Passed = {
  /** What cannot be written in another way and still pass. */
  once: string
  /** Until when it would be accepted again, were it not remembered that it has been used. */
  expiresAt: Date
}

export type HumanCheck = {
  offer: HumanCheckOffer
  /** Something for the visitor's browser to solve; null where somebody else gives it out. */
  challenge: ((place: Pick<CheckedPlace, 'websiteId' | 'action' | 'now'>) => Promise<object>) | null
  /** Throws a Refusal: whoever cannot be checked is not let through. */
  verify: (token: string, place: CheckedPlace) => Promise<Passed>
}

/** Of several who show the same check at the same moment, one gets through. */
export async function spendCheck(tx: SiteTx, { once, expiresAt }: Passed): Promise<void> {
  const tokenHash = createHash('sha256').update(once).digest('base64url')
  const used = await tx.insert(usedChecks).values({ tokenHash, expiresAt }).onConflictDoNothing()
  if (affected(used) !== 1) throw new Refusal('human-check-failed')
}

/** The two drivers say it in different words. */
const affected = (result: object): number =>
  'affectedRows' in result ? Number(result.affectedRows) : 'rowCount' in result ? Number(result.rowCount) : Number.NaN
