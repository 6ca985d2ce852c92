import { z } from 'zod'
import { longestAnswer, longestSubject } from '#domain/customer-support/limits.ts'
import { longestNote } from '#domain/orders/limits.ts'

const requiredText = (most: number) =>
  z.string().trim().min(1, 'Please write something.').max(most, `At most ${most} characters.`)

/** A mail to a customer. */
export const AnswerDraft = z.object({ subject: requiredText(longestSubject), text: requiredText(longestAnswer) })
export type AnswerDraft = z.output<typeof AnswerDraft>

/** A note about a customer. */
export const SupportNoteDraft = z.object({ text: requiredText(longestNote) })

export const supportKinds = ['note', 'answer'] as const

/** The token in a pasted download link, or in the part of it that the customer copied. */
export function tokenIn(pasted: string): string | null {
  const [, token] = /(?:\/downloads\/|[?&]token=|^)([\w-]{43})(?:$|[/?&#\s])/.exec(pasted.trim()) ?? []
  return token ?? null
}
