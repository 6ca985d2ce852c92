/** So many pieces one visitor may keep without a human check: a tenth of what is free, or one. */
export const fairShare = (free: number): number => Math.max(1, Math.floor(free / 10))

/** What of one product, in all its variants and as a part of bundles, would be kept, and how much of it is free. */
export type Claim = { productId: string; quantity: number; free: number }

type Asked = {
  claims: readonly Claim[]
  /** That the same visitor has begun and not paid. */
  openCheckouts: number
  /** More was begun lately from this address, or in this buyer's name, than one person does. */
  isBusy: boolean
}

/**
 * Whether somebody who wants to pay must show first that they are human. Nobody is refused because of their address, a
 * hall shares one, or because a stranger has used their e-mail address. With the check everybody gets up to the limit of the product.
 */
export const needsHumanCheck = ({ claims, openCheckouts, isBusy }: Asked): boolean =>
  isBusy || openCheckouts > 0 || claims.some(({ quantity, free }) => quantity > fairShare(free))
