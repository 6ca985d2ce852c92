import { desc, eq } from 'drizzle-orm'
import type { supportEntryKinds } from '#domain/customer-support/answer.ts'
import { type SealContext, type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import { supportNotes } from '#server/customer-support/table.ts'
import { newId } from '#server/db/id.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'

export type SupportNoteKind = (typeof supportEntryKinds)[number]
export type NoteText = { subject: string | null; text: string }

export type SupportNote = {
  id: string
  kind: SupportNoteKind
  /** Null when it can no longer be decrypted. */
  written: NoteText | null
  userId: string
  createdAt: Date
}

type NoteInput = { emailIndex: Buffer; kind: SupportNoteKind; written: NoteText; userId: string; now: Date }

export async function writeNote(
  tx: SiteTx,
  sealer: Pick<Sealer, 'seal'>,
  { emailIndex, kind, written, userId, now }: NoteInput,
): Promise<void> {
  const id = newId()
  const content = sealer.seal(noteContext(scopeOf(tx).websiteId, id), JSON.stringify(written))
  await tx.insert(supportNotes).values({ id, emailIndex, kind, content, userId, createdAt: now })
}

/** Notes and answers under one e-mail address, oldest first; only the newest ones when `max` is given. */
export async function supportNotesOf(
  tx: SiteTx,
  sealer: Pick<Sealer, 'open'>,
  emailIndex: Buffer,
  max?: number,
): Promise<SupportNote[]> {
  const { websiteId } = scopeOf(tx)
  const newestFirst = tx
    .select()
    .from(supportNotes)
    .where(eq(supportNotes.emailIndex, emailIndex))
    .orderBy(desc(supportNotes.createdAt), desc(supportNotes.id))
  const found = await (max === undefined ? newestFirst : newestFirst.limit(max))
  return found.toReversed().map(({ id, kind, content, userId, createdAt }) => ({
    id,
    kind,
    userId,
    createdAt,
    written: openNote(sealer, noteContext(websiteId, id), content),
  }))
}

export async function deleteSupportNotes(tx: SiteTx, emailIndex: Buffer): Promise<void> {
  await tx.delete(supportNotes).where(eq(supportNotes.emailIndex, emailIndex))
}

function openNote(sealer: Pick<Sealer, 'open'>, place: SealContext, content: Buffer): NoteText | null {
  try {
    return JSON.parse(sealer.open(place, content))
  } catch (error) {
    if (error instanceof UnreadableValueError) return null
    throw error
  }
}

const noteContext = (websiteId: string, rowId: string): SealContext => ({
  websiteId,
  rowId,
  table: 'support_notes',
  column: 'content',
})
