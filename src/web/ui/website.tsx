import { createContext, type ReactNode } from 'react'
import { formatMoney } from '#domain/money.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { missingProviderTexts } from '#domain/texts/ui.ts'
import { useRequiredContext } from '#web/ui/required-context.ts'

const Website = createContext<PublicSite | null>(null)

/** The public configuration of the current site. */
export const useWebsite = (): PublicSite => useRequiredContext(Website, missingProviderTexts.useWebsite)

export function WebsiteProvider({ site, children }: { site: PublicSite; children: ReactNode }) {
  return <Website value={site}>{children}</Website>
}

/** Formats prices: `£12.50`, or `Free`. */
export function useFormatMoney(): (amount: number) => string {
  const site = useWebsite()
  return (amount) => (amount === 0 ? 'Free' : formatMoney(amount, site))
}
