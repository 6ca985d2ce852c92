import { createContext, type ReactNode } from 'react'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { misuseTexts } from '#domain/texts/ui.ts'
import { useProvided } from '#web/ui/provided.ts'

const Website = createContext<PublicSite | null>(null)

/** The site that is being visited. */
export const useWebsite = (): PublicSite => useProvided(Website, misuseTexts.useWebsite)

export function WebsiteProvider({ site, children }: { site: PublicSite; children: ReactNode }) {
  return <Website value={site}>{children}</Website>
}
