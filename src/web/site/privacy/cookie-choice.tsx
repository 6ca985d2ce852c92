import { Check } from 'lucide-react'
import type { ConsentChoice } from '#domain/privacy/consent.ts'
import { cookieBannerTexts } from '#domain/texts/privacy.ts'
import { useConsent } from '#web/site/privacy/consent.ts'
import { PrivacySection } from '#web/site/privacy/privacy-section.tsx'
import { Button } from '#web/ui/button.tsx'

const allowed: Record<ConsentChoice | 'nothing', string> = {
  nothing: 'You have not chosen yet, so only what this site needs to work is kept.',
  'essential-only': 'You have allowed what this site needs to work, and nothing else.',
  'accept-all':
    'You have allowed what this site needs to work, what makes your next visit easier, and the players of other services.',
}

const choices = [
  ['essential-only', cookieBannerTexts.essentialOnly],
  ['accept-all', cookieBannerTexts.acceptAll],
] as const

/** What was answered to the question about cookies, and the same answers again. */
export function CookieChoice() {
  const { chosen, choose } = useConsent()
  return (
    <PrivacySection id="cookies" heading="Cookies">
      <p role="status" className="min-h-[3lh] sm:min-h-[2lh] noscript:hidden">
        {chosen !== undefined && allowed[chosen ?? 'nothing']}
      </p>
      <div className="flex flex-wrap gap-3 noscript:hidden">
        {choices.map(([choice, words]) => (
          <Button key={choice} variant="quiet" aria-pressed={chosen === choice} onClick={() => choose(choice)}>
            {chosen === choice && <Check aria-hidden className="size-5" />}
            {words}
          </Button>
        ))}
      </div>
      <p className="text-soft">
        “{cookieBannerTexts.essentialOnly}” also forgets what this browser keeps for the site, such as a basket; your
        theme stays.
      </p>
      <noscript>
        <p>Without JavaScript only what this site needs to work is kept.</p>
      </noscript>
    </PrivacySection>
  )
}
