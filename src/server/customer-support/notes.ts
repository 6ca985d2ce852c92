import { desc, eq } from 'drizzle-orm'
import type { supportKinds } from '#domain/customer-support/answer.ts'
import { type Place, type Sealer, Unreadable } from '#server/crypto/sealer.ts'
import { supportNotes } from '#server/customer-support/table.ts'
import { newId } from '#server/db/id.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'

export type SupportKind = (typeof supportKinds)[number]
export type Written = { subject: string | null; text: string }

export type SupportNote = {
  id: string
  kind: SupportKind
  /** Null when it cannot be read any more. */
  written: Written | null
  userId: string
  createdAt: Date
}

type About = { emailIndex: Buffer; kind: SupportKind; written: Written; userId: string; now: Date }

export async function writeNote(
  tx: SiteTx,
  sealer: Pick<Sealer, 'seal'>,
  { emailIndex, kind, written, userId, now }: About,
): Promise<void> {
  const id = newId()
  const content = sealer.seal(placeOfNote(placeOf(tx).scope.websiteId, id), JSON.stringify(written))
  await tx.insert(supportNotes).values({ id, emailIndex, kind, content, userId, createdAt: now })
}

/** What was written to and about one address, or the newest of it; the oldest first. */
export async function notesOn(
  tx: SiteTx,
  sealer: Pick<Sealer, 'open'>,
  emailIndex: Buffer,
  most?: number,
): Promise<SupportNote[]> {
  const { websiteId } = placeOf(tx).scope
  const newestFirst = tx
    .select()
    .from(supportNotes)
    .where(eq(supportNotes.emailIndex, emailIndex))
    .orderBy(desc(supportNotes.createdAt), desc(supportNotes.id))
  const found = await (most === undefined ? newestFirst : newestFirst.limit(most))
  return found.toReversed().map(({ id, kind, content, userId, createdAt }) => ({
    ...{ id, kind, userId, createdAt },
    written: opened(sealer, placeOfNote(websiteId, id), content),
  }))
}

export async function dropNotes(tx: SiteTx, emailIndex: Buffer): Promise<void> {
  await tx.delete(supportNotes).where(eq(supportNotes.emailIndex, emailIndex))
}

function opened(sealer: Pick<Sealer, 'open'>, place: Place, content: Buffer): Written | null {
  try {
    return JSON.parse(sealer.open(place, content))
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

const placeOfNote = (websiteId: string, rowId: string): Place => ({
  ...{ websiteId, rowId },
  table: 'support_notes',
  column: 'content',
})
