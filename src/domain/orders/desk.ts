import { z } from 'zod'
import { longestCarrier, longestNote, trackingNumberShape } from '#domain/orders/limits.ts'

/** What an owner may write beside an order. */
export const NoteDraft = z.object({
  text: z.string().trim().min(1, 'Please write something.').max(longestNote, `At most ${longestNote} characters.`),
})

export const TrackingDraft = z.object({
  carrier: z.string().trim().min(1, 'Please say who carries it.').max(longestCarrier),
  number: z
    .string()
    .trim()
    .transform((typed) => typed.replaceAll(/\s+/g, ' '))
    .refine((typed) => trackingNumberShape.test(typed), 'A tracking number has 4 to 40 letters and digits.'),
})
export type TrackingDraft = z.output<typeof TrackingDraft>
