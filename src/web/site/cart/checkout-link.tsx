import { Link } from '@tanstack/react-router'
import { NotOpen } from '#web/site/cart/not-open.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { className?: string; onClick?: () => void }

/** The way to pay; where nobody can be paid yet, why there is none. */
export function CheckoutLink({ className = '', onClick }: Props) {
  const { takesOrders } = useWebsite().shop
  if (!takesOrders) return <NotOpen className={className} />
  return (
    <Link to="/checkout" className={`${buttonLook({ size: 'lg' })} ${className}`} {...(onClick && { onClick })}>
      Checkout
    </Link>
  )
}
