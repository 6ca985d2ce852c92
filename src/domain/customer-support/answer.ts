import { z } from 'zod'
import { longestAnswer, longestSubject } from '#domain/customer-support/limits.ts'
import { longestNote } from '#domain/orders/limits.ts'

const said = (most: number) =>
  z.string().trim().min(1, 'Please write something.').max(most, `At most ${most} characters.`)

/** What an owner writes to a customer. */
export const AnswerDraft = z.object({ subject: said(longestSubject), text: said(longestAnswer) })
export type AnswerDraft = z.output<typeof AnswerDraft>

/** What an owner writes down about what was done for a customer. */
export const SupportNoteDraft = z.object({ text: said(longestNote) })

export const supportKinds = ['note', 'answer'] as const

/** Of a link that a customer has sent along, or of what they copied of it: the part that says which download it is. */
export function tokenIn(pasted: string): string | null {
  const [, token] = /(?:\/downloads\/|[?&]token=|^)([\w-]{43})(?:$|[/?&#\s])/.exec(pasted.trim()) ?? []
  return token ?? null
}
