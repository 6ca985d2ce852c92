import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ConsentChoice, type ConsentPurpose, consentPurposesOf } from '#domain/privacy/consent.ts'
import { cookieBannerTexts } from '#domain/texts/privacy.ts'
import { useConsent } from '#web/site/privacy/consent.ts'
import { restoreLostFocus } from '#web/ui/feedback/lost-focus.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/**
 * A slim bar, fixed to the bottom so that nothing moves; early in the DOM, so that the keyboard reaches it first. Bars of
 * the page stand above it, and `first-screen` leaves room for it.
 */
export function CookieBanner() {
  const { needsChoice, choose } = useConsent()
  const [hasChosen, setHasChosen] = useState(false)
  if (!needsChoice) return hasChosen && <SavedNotice />
  return (
    <ConsentQuestion
      onChoose={(choice) => {
        choose(choice)
        setHasChosen(true)
      }}
    />
  )
}

function ConsentQuestion({ onChoose }: { onChoose: (choice: ConsentChoice) => void }) {
  const wishes = consentPurposesOf(useWebsite())
  const box = useRef<HTMLElement>(null)
  useEffect(() => keepClear(box.current!), [])
  return (
    <section
      ref={box}
      aria-label="Cookies"
      className="page-edge fixed inset-x-0 bottom-[calc(var(--bottom-bar,0px)+var(--offline-bar,0px))] z-40 grid items-center gap-x-8 gap-y-2 border-line border-t bg-raised pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] text-ink transition duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) starting:translate-y-3 starting:opacity-0 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <p className="text-[0.8125rem]/4.5 sm:text-sm">
        We keep what this site needs to work. {consentSentence(wishes)}{' '}
        <Link to="/privacy" className="whitespace-nowrap text-link underline underline-offset-4 hover:no-underline">
          Privacy
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-2 text-sm *:px-3">
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

const effects: Record<ConsentPurpose, string> = {
  plays: 'joins your plays of a day under a random number',
  players: 'loads the players of other services',
}

/** What the site does after consent. */
const consentSentence = (wishes: ConsentPurpose[]): string =>
  wishes.length
    ? `With your consent it also ${wishes.map((wish) => effects[wish]).join(', and ')}.`
    : 'It does nothing else today; your choice holds should that change.'

/** Keeps focused elements, other bars and the end of the page clear of the banner. */
function keepClear(box: HTMLElement) {
  const sheet = new CSSStyleSheet()
  const measured = new ResizeObserver(() => {
    const room = `${box.offsetHeight}px`
    // A variable on the root would make the browser restyle the whole page.
    sheet.replaceSync(
      `html{scroll-padding-bottom:calc(${room} + var(--action-bar,0px) + 0.75rem)}footer,.action-bar,[data-still=notices]{--consent-bar:${room}}`,
    )
  })
  measured.observe(box)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    measured.disconnect()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** Replaces the banner, takes its focus and announces the result. */
function SavedNotice() {
  return (
    <p role="status" tabIndex={-1} ref={restoreLostFocus} className="sr-only">
      Your choice is saved
    </p>
  )
}
