import type { HumanCheckOffer } from '#domain/contact/human-check.ts'

export type CheckedPlace = {
  websiteId: string
  /** Names under which the site is visited; a check made elsewhere does not count. */
  hosts: readonly string[]
  /** The network address of the visitor. */
  address: string
  now: Date
}

/** A passed check is used up with the message that it came with. */
export type Passed = {
  /** What cannot be written in another way and still pass. */
  once: string
  /** Until when it would be accepted again, were it not remembered that it has been used. */
  expiresAt: Date
}

export type HumanCheck = {
  offer: HumanCheckOffer
  /** Something for the visitor's browser to solve; null where somebody else gives it out. */
  challenge: ((place: Pick<CheckedPlace, 'websiteId' | 'now'>) => Promise<object>) | null
  /** Throws a Refusal: whoever cannot be checked is not let through. */
  verify: (token: string, place: CheckedPlace) => Promise<Passed>
}
