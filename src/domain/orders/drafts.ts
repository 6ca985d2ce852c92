import { z } from 'zod'
import { longestNote } from '#domain/orders/limits.ts'
import { carrierProblem, longestCarrier, trackingNumberOf, trackingProblem } from '#domain/orders/tracking.ts'

/** The note that an owner may add to an order. */
export const NoteDraft = z.object({
  text: z.string().trim().min(1, 'Please write something.').max(longestNote, `At most ${longestNote} characters.`),
})

const without = (problemOf: (typed: string) => string | null) =>
  z.string().superRefine((typed, { addIssue }) => {
    const message = problemOf(typed)
    if (message) addIssue({ code: 'custom', message })
  })

export const TrackingDraft = z.object({
  carrier: without(carrierProblem).trim().max(longestCarrier),
  number: without(trackingProblem).transform(trackingNumberOf),
})
export type TrackingDraft = z.output<typeof TrackingDraft>
