import { createHash } from 'node:crypto'
import type { HumanCheckAction, HumanCheckConfig } from '#domain/contact/human-check.ts'
import { Refusal } from '#domain/refusal.ts'
import { usedChecks } from '#server/contact/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

export type HumanCheckContext = {
  websiteId: string
  /** Host names of the site. A check from another host is rejected. */
  hosts: readonly string[]
  /** The visitor's IP address. */
  address: string
  /** The form that the check is for. */
  action: HumanCheckAction
  now: Date
}

/** A passed check can be used once. */
export type PassedCheck = {
  /** Identifies the check however its token is encoded. */
  once: string
  /** When the token expires; until then it is stored as used. */
  expiresAt: Date
}

export type HumanCheck = {
  offer: HumanCheckConfig
  /** Creates a challenge for the visitor's browser; null when the provider creates it. */
  challenge: ((context: Pick<HumanCheckContext, 'websiteId' | 'action' | 'now'>) => Promise<object>) | null
  /** Throws a Refusal when the token is invalid or cannot be verified. */
  verify: (token: string, context: HumanCheckContext) => Promise<PassedCheck>
}

/** Marks a check as used. Of concurrent requests with the same check, one succeeds. */
export async function markHumanCheckUsed(tx: SiteTx, { once, expiresAt }: PassedCheck): Promise<void> {
  const tokenHash = createHash('sha256').update(once).digest('base64url')
  const used = await tx.insert(usedChecks).values({ tokenHash, expiresAt }).onConflictDoNothing()
  if (affectedRows(used) !== 1) throw new Refusal('human-check-failed')
}

/** PGlite and node-postgres name the row count differently. */
const affectedRows = (result: object): number =>
  'affectedRows' in result ? Number(result.affectedRows) : 'rowCount' in result ? Number(result.rowCount) : Number.NaN
