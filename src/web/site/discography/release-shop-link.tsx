import type { ReleaseAnswer } from '#web/site/pages/pages-query.ts'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'

type Props = { release: Pick<ReleaseAnswer, 'title' | 'product' | 'isSoldOut'> }

/** The link to the product; less prominent when it is sold out. */
export function ReleaseShopLink({ release: { title, product, isSoldOut } }: Props) {
  if (!product) return null
  return (
    <SiteLink target={`/shop/${product}`} className={buttonClass({ variant: isSoldOut ? 'quiet' : 'primary' })}>
      {title} in the shop
      {isSoldOut && ', sold out'}
    </SiteLink>
  )
}
