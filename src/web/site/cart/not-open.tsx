import { ourPaymentTexts } from '#domain/texts/our-words.ts'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Says that nothing can be ordered, where that is so; nothing otherwise. */
export function NotOpen({ className = '' }: { className?: string }) {
  if (useWebsite().shop.takesOrders) return null
  return (
    <div className={`max-w-3xl ${className}`}>
      <StatusBanner status="notice">{ourPaymentTexts.notOpen}</StatusBanner>
    </div>
  )
}
