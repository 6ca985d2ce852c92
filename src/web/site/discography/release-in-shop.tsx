import type { Release } from '#web/site/pages/pages-query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

type Props = { release: Pick<Release, 'title' | 'product' | 'isSoldOut'> }

/** Where a record is sold; quietly, when none is left. */
export function ReleaseInShop({ release: { title, product, isSoldOut } }: Props) {
  if (!product) return null
  return (
    <SiteLink target={`/shop/${product}`} className={buttonLook({ variant: isSoldOut ? 'quiet' : 'primary' })}>
      {title} in the shop
      {isSoldOut && ', sold out'}
    </SiteLink>
  )
}
