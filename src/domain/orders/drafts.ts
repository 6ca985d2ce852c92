import { z } from 'zod'
import { maxNoteLength } from '#domain/orders/limits.ts'
import { carrierProblem, maxCarrierLength, normalizeTrackingNumber, trackingProblem } from '#domain/orders/tracking.ts'

/** The note that an owner may add to an order. */
export const OrderNoteDraft = z.object({
  text: z.string().trim().min(1, 'Please write something.').max(maxNoteLength, `At most ${maxNoteLength} characters.`),
})

const without = (problemOf: (typed: string) => string | null) =>
  z.string().superRefine((typed, { addIssue }) => {
    const message = problemOf(typed)
    if (message) addIssue({ code: 'custom', message })
  })

export const TrackingDraft = z.object({
  carrier: without(carrierProblem).trim().max(maxCarrierLength),
  number: without(trackingProblem).transform(normalizeTrackingNumber),
})
export type TrackingDraft = z.output<typeof TrackingDraft>
