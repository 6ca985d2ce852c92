import { Check } from 'lucide-react'
import { type ConsentChoice, type ConsentPurpose, consentPurposesOf } from '#domain/privacy/consent.ts'
import { sellsDigital, takesCards } from '#domain/sites/features.ts'
import { cookieBannerTexts } from '#domain/texts/privacy.ts'
import { useConsent, usePlayerConsent } from '#web/site/privacy/consent.ts'
import { PrivacySection } from '#web/site/privacy/privacy-section.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const granted: Record<ConsentPurpose, string> = {
  plays: 'a daily number for your plays',
  players: 'the players of other services',
}

const choiceTexts = (wishes: ConsentPurpose[]): Record<ConsentChoice | 'nothing', string> => ({
  nothing: 'You have not chosen yet, so only what this site needs to work is kept.',
  'essential-only': 'You have allowed what this site needs to work, and nothing else.',
  'accept-all': wishes.length
    ? `You have allowed ${['what this site needs to work', ...wishes.map((wish) => granted[wish])].join(', and ')}.`
    : 'You have allowed everything; today this site keeps only what it needs to work.',
})

const choices = [
  ['essential-only', cookieBannerTexts.essentialOnly],
  ['accept-all', cookieBannerTexts.acceptAll],
] as const

/** The current choice about cookies, and buttons to change it. */
export function CookieSettings() {
  const { chosen, choose } = useConsent()
  const site = useWebsite()
  const allowed = choiceTexts(consentPurposesOf(site))
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
      {chosen !== 'accept-all' && <AllowedPlayers />}
      <p className="text-soft">
        “{cookieBannerTexts.essentialOnly}” also forgets what this browser keeps for the site; your theme{' '}
        {sellsDigital(site) ? 'and parts of downloads stay' : 'stays'}
        {takesCards(site) && ', and your cart until you close the tab'}.
      </p>
      <noscript>
        <p>Without JavaScript only what this site needs to work is kept.</p>
      </noscript>
    </PrivacySection>
  )
}

/** The players allowed one by one, each with a button to withdraw it. */
function AllowedPlayers() {
  const { services, askAgain } = usePlayerConsent()
  if (!services.length) return null
  return (
    <ul className="grid gap-2">
      {services.map((service) => (
        <li key={service} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>The player of {service} is always loaded, as you allowed.</span>
          <Button variant="quiet" onClick={() => askAgain(service)}>
            Ask me again<span className="sr-only"> about {service}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
