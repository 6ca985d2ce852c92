import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ConsentChoice } from '#domain/privacy/consent.ts'
import { cookieBannerTexts } from '#domain/texts/privacy.ts'
import { useConsent } from '#web/site/privacy/consent.ts'
import { Button } from '#web/ui/button.tsx'

/** Lies on the lower edge, so nothing moves; comes early in the page, so the keyboard meets it first. */
export function CookieBanner() {
  const { isAsked, choose } = useConsent()
  const [hasChosen, setHasChosen] = useState(false)
  if (!isAsked) return hasChosen && <Saved />
  return (
    <Question
      onChoose={(choice) => {
        choose(choice)
        setHasChosen(true)
      }}
    />
  )
}

function Question({ onChoose }: { onChoose: (choice: ConsentChoice) => void }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // What gets the focus below the banner is scrolled clear of it.
    const { style } = document.documentElement
    style.scrollPaddingBottom = `${(box.current?.offsetHeight ?? 0) + 32}px`
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [])
  return (
    <section
      ref={box}
      aria-label="Cookies"
      className="fixed inset-x-3 bottom-3 z-40 max-h-[calc(100dvh-1.5rem)] overflow-y-auto bg-raised p-4 text-ink shadow-2xl ring-1 ring-line transition duration-300 starting:translate-y-3 starting:opacity-0 sm:right-auto sm:bottom-5 sm:left-5 sm:w-96 sm:p-5"
    >
      <p className="text-sm">
        This site keeps what it needs to work. With your consent it also keeps what makes your next visit easier and
        loads players of other services.{' '}
        <Link to="/privacy" className="whitespace-nowrap text-link underline underline-offset-4 hover:no-underline">
          Privacy
        </Link>
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button variant="quiet" onClick={() => onChoose('essential-only')}>
          {cookieBannerTexts.essentialOnly}
        </Button>
        <Button variant="quiet" onClick={() => onChoose('accept-all')}>
          {cookieBannerTexts.acceptAll}
        </Button>
      </div>
    </section>
  )
}

/** Takes the focus from the button that is gone, and says what happened. */
function Saved() {
  return (
    <p role="status" tabIndex={-1} ref={takeFocus} className="sr-only">
      Your choice is saved
    </p>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
