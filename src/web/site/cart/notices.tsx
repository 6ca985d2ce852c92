import { TriangleAlert, X } from 'lucide-react'
import { itemId } from '#domain/cart/cart.ts'
import { noticeSentence } from '#domain/checkout/checked.ts'
import { moneyWords } from '#domain/money.ts'
import { dismissNotices, useNotices } from '#web/site/cart/use-quote.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** What is not as it was chosen. Its place is there from the start, so that it is read aloud when it comes. */
export function Notices() {
  const notices = useNotices()
  const site = useWebsite()
  return (
    <div role="status">
      {notices.length > 0 && (
        <div className="mb-6 flex items-start gap-3 border-highlight border-l-4 bg-raised pl-4">
          <TriangleAlert aria-hidden className="my-2.5 size-6 shrink-0 text-highlight-ink" />
          <ul className="grid grow gap-1 py-2.5 font-medium">
            {notices.map((notice) => (
              <li key={`${itemId(notice)} ${notice.what}`}>
                {noticeSentence(notice, (amount) => moneyWords(amount, site))}
              </li>
            ))}
          </ul>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={dismissNotices}
            className="grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </div>
  )
}
