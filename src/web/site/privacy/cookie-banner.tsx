import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type ConsentChoice, type Wish, wishesOf } from '#domain/privacy/consent.ts'
import { cookieBannerTexts } from '#domain/texts/privacy.ts'
import { useConsent } from '#web/site/privacy/consent.ts'
import { Button } from '#web/ui/button.tsx'
import { takeLostFocus } from '#web/ui/lost-focus.ts'
import { useWebsite } from '#web/ui/website.tsx'

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
  const wishes = wishesOf(useWebsite())
  const box = useRef<HTMLElement>(null)
  useEffect(() => keepClear(box.current?.offsetHeight ?? 0), [])
  return (
    <section
      ref={box}
      aria-label="Cookies"
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar,0px)+var(--offline-bar,0px)+0.75rem)] z-40 bg-raised p-4 text-ink shadow-2xl ring-1 ring-line transition duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) starting:translate-y-3 starting:opacity-0 sm:right-auto sm:left-5 sm:w-96 sm:p-5"
    >
      <p className="text-sm">
        We keep what this site needs to work. {saidOf(wishes)}{' '}
        <Link to="/privacy" className="whitespace-nowrap text-link underline underline-offset-4 hover:no-underline">
          Privacy
        </Link>
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2 text-sm *:px-2">
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

const deeds: Record<Wish, string> = {
  plays: 'joins your plays of a day under a random number',
  players: 'loads the players of other services',
}

/** What the site would also do, if it were allowed to. */
const saidOf = (wishes: Wish[]): string =>
  wishes.length
    ? `With your consent it also ${wishes.map((wish) => deeds[wish]).join(', and ')}.`
    : 'It does nothing else today; your choice holds should that change.'

/** What gets the focus is scrolled out from under the banner; the end of the page makes room by `--consent-bar`. */
function keepClear(height: number) {
  const room = `${height + 24}px`
  const sheet = new CSSStyleSheet()
  // Set on the root, it would have the whole page styled anew.
  sheet.replaceSync(`html{scroll-padding-bottom:${room}}footer{--consent-bar:${room}}`)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}

/** Stands where the question was, and says what happened. */
function Saved() {
  return (
    <p role="status" tabIndex={-1} ref={takeLostFocus} className="sr-only">
      Your choice is saved
    </p>
  )
}
