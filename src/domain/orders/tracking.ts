export const longestCarrier = 60
const shape = /^[\dA-Za-z](?:[ -]?[\dA-Za-z]){3,39}$/

/** A parcel's number as it is kept. */
export const trackingNumberOf = (typed: string): string => typed.trim().replaceAll(/\s+/g, ' ')

export const carrierProblem = (typed: string): string | null => (typed.trim() ? null : 'Please say who carries it.')

export const trackingProblem = (typed: string): string | null =>
  shape.test(trackingNumberOf(typed)) ? null : 'A tracking number has 4 to 40 letters and digits.'
