import { z } from 'zod'
import { maxAnswerLength, maxSubjectLength } from '#domain/customer-support/limits.ts'
import { maxNoteLength } from '#domain/orders/limits.ts'

const requiredText = (max: number) =>
  z.string().trim().min(1, 'Please write something.').max(max, `At most ${max} characters.`)

/** A mail to a customer. */
export const AnswerDraft = z.object({ subject: requiredText(maxSubjectLength), text: requiredText(maxAnswerLength) })
export type AnswerDraft = z.output<typeof AnswerDraft>

/** A note about a customer. */
export const SupportNoteDraft = z.object({ text: requiredText(maxNoteLength) })

export const supportEntryKinds = ['note', 'answer'] as const

/** The token in a pasted download link, or in the part of it that the customer copied. */
export function downloadTokenIn(pasted: string): string | null {
  const [, token] = /(?:\/downloads\/|[?&]token=|^)([\w-]{43})(?:$|[/?&#\s])/.exec(pasted.trim()) ?? []
  return token ?? null
}
