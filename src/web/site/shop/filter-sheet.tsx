import { SlidersHorizontal } from 'lucide-react'
import { buttonClass } from '#web/ui/forms/button.tsx'

/** Opens the popover with the filters on a phone; it also works without scripts. */
export const FilterSheetButton = ({ sheet, isInUse }: { sheet: string; isInUse: boolean }) => (
  <button type="button" popoverTarget={sheet} className={`${buttonClass({ variant: 'quiet' })} sm:hidden`}>
    <SlidersHorizontal aria-hidden className="size-5" />
    Search and filter
    {isInUse && (
      <span className="size-2.5 rounded-full bg-action">
        <span className="sr-only">(in use)</span>
      </span>
    )}
  </button>
)

/** The end of the filters: a submit button without scripts, and on a phone a button that closes the popover. */
export const FilterSheetFooter = ({ sheet, close }: { sheet: string; close: string }) => (
  <>
    <noscript>
      <button type="submit" className={buttonClass()}>
        Find
      </button>
    </noscript>
    <button
      type="button"
      popoverTarget={sheet}
      popoverTargetAction="hide"
      className={`${buttonClass()} sm:hidden noscript:hidden`}
    >
      {close}
    </button>
  </>
)
