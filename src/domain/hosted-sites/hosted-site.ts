import { z } from 'zod'
import { ownDocument } from '#domain/set-up/own-document.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { themePresets } from '#domain/sites/presets.ts'
import type { Site } from '#domain/sites/site.ts'

/** A deleted website can be restored for this many days. */
export const deletedSiteRetentionDays = 30

export const NewSite = z.object({
  name: z.string().trim().min(1, 'Enter the name of the website.').max(80),
  /** The folder of a starter. */
  starter: z.string().max(100),
  /** A website whose design (colours, fonts, corners) and starter the new one gets. */
  designOf: z.uuid().nullable(),
  host: z.string().max(300),
  ownerEmail: z.string().max(320),
})
export type NewSite = z.output<typeof NewSite>

/** The first document of a new website: its name, and neutral texts instead of those of the starter. */
export function newSiteDocument(name: string, site: Site): SiteDocument {
  const kind = site.businessType === 'musician' ? 'band' : 'other'
  const country = new Intl.Locale(site.locale).region ?? ''
  const answers = { name, kind, country, preset: themePresets[0]!.name, logo: null, portrait: null } as const
  // The colours and fonts are those of the starter, or of the site whose design is copied.
  const { theme: _, style: __, ...document } = ownDocument(answers, site)
  return document
}

/** The parts of a document that make up the design, without any content. */
export const designPartsOf = ({ theme, style, animation }: SiteDocument): SiteDocument => ({
  ...(theme && { theme }),
  ...(style && { style }),
  ...(animation && { animation }),
})
