import { canChangeStatus } from '#domain/orders/order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'

export const maxCarrierLength = 60
const trackingNumberPattern = /^[\dA-Za-z](?:[ -]?[\dA-Za-z]){3,39}$/

/** The tracking number as stored. */
export const normalizeTrackingNumber = (typed: string): string => typed.trim().replaceAll(/\s+/g, ' ')

export const carrierProblem = (typed: string): string | null => (typed.trim() ? null : 'Please choose the carrier.')

export const trackingProblem = (typed: string): string | null =>
  trackingNumberPattern.test(normalizeTrackingNumber(typed))
    ? null
    : 'A tracking number has 4 to 40 letters and digits.'

/**
 * Only an order in processing becomes shipped by itself. Before that, only a tracking number marks it as shipped; after
 * that, there is a parcel to correct.
 */
const needsTracking = (status: OrderStatus): boolean => !canChangeStatus(status, 'shipped')

type Parcel = { carrier: string; number: string }

export function parcelProblems({ carrier, number }: Parcel, status: OrderStatus): Partial<Parcel> {
  if (!needsTracking(status) && !carrier.trim() && !number.trim()) return {}
  const [ofCarrier, ofNumber] = [carrierProblem(carrier), trackingProblem(number)]
  return { ...(ofCarrier && { carrier: ofCarrier }), ...(ofNumber && { number: ofNumber }) }
}

/** The rule above in words, for the dialog. */
export function parcelHint(status: OrderStatus): string {
  if (!needsTracking(status))
    return 'With a tracking number the buyer can track the parcel. Leave both fields empty when there is none.'
  if (status === 'shipped') return 'Enter the correct carrier and tracking number.'
  return 'This order is not in processing yet, so it needs a carrier and a tracking number. To ship it without them, mark it as processing first.'
}

/** Tracking pages by carrier. */
const trackingPages = {
  'Royal Mail': (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  Evri: (number) => `https://www.evri.com/track/parcel/${number}`,
  DHL: (number) => `https://www.dhl.com/global-en/home/tracking.html?tracking-id=${number}`,
  'Deutsche Post': (number) => `https://www.deutschepost.de/sendung/simpleQuery.html?form.sendungsnummer=${number}`,
  DPD: (number) => `https://tracking.dpd.de/status/en_US/parcel/${number}`,
  GLS: (number) => `https://gls-group.com/track/${number}`,
  'La Poste': (number) => `https://www.laposte.fr/outils/suivre-vos-envois?code=${number}`,
  PostNL: (number) => `https://postnl.nl/tracktrace/?B=${number}`,
  UPS: (number) => `https://www.ups.com/track?tracknum=${number}`,
  FedEx: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  USPS: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  'Canada Post': (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  'Australia Post': (number) => `https://auspost.com.au/mypost/track/#/details/${number}`,
} satisfies Record<string, (number: string) => string>

export const carriers = Object.keys(trackingPages)

/** Null for a carrier that is not in the list. */
export function trackingPageUrl(carrier: string | null, number: string | null): string | null {
  if (!carrier || !number || !Object.hasOwn(trackingPages, carrier)) return null
  return trackingPages[carrier as keyof typeof trackingPages](encodeURIComponent(number))
}
