import { z } from 'zod'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { isCountry } from '#domain/countries.ts'
import { parseImagePath } from '#domain/images/addresses.ts'
import { lineSchema } from '#domain/sites/content-schema.ts'
import { themePresets } from '#domain/sites/presets.ts'
import { regionSchema } from '#domain/sites/settings.ts'
import { amountSchema } from '#domain/sites/shop-schema.ts'

/** Decides whether the texts of the pages speak of one person or of several. */
export const actKinds = ['solo', 'band', 'dj', 'ensemble', 'other'] as const
export type ActKind = (typeof actKinds)[number]

export const actKindLabels: Record<ActKind, string> = {
  solo: 'Solo artist',
  band: 'Band',
  dj: 'DJ or producer',
  ensemble: 'Ensemble, choir or orchestra',
  other: 'Something else',
}

/** The features of a site as the set-up asks for them. */
export const siteAreas = ['tour', 'records', 'shop', 'gallery', 'media', 'press', 'awards', 'mailingList'] as const
export type SiteArea = (typeof siteAreas)[number]

export const siteAreaLabels: Record<SiteArea, string> = {
  tour: 'Tour',
  records: 'Records',
  shop: 'Shop',
  gallery: 'Gallery',
  media: 'Media',
  press: 'Press',
  awards: 'Awards',
  mailingList: 'Mailing list',
}

export const siteAreaHelp: Record<SiteArea, string> = {
  tour: 'Dates with venues and ticket links',
  records: 'Albums, EPs and singles with their songs',
  shop: 'Records, downloads and shirts, paid by card',
  gallery: 'Pictures on stage and behind it',
  media: 'Films, live sessions and recordings',
  press: 'What has been written about you',
  awards: 'Prizes and nominations',
  mailingList: 'Visitors leave their address for news',
}

const picture = z
  .string()
  .refine((address) => parseImagePath(address) !== null, 'Please choose a picture of the library.')
  .nullable()
const price = amountSchema.nullable()

/** The answers of “Make it mine”. */
export const OwnAnswers = z.strictObject({
  name: lineSchema,
  kind: z.enum(actKinds),
  preset: z.enum(themePresets.map(({ name }) => name)),
  logo: picture,
  portrait: picture,
  email: z
    .string()
    .max(1000)
    .transform(cleanEmail)
    .superRefine((email, context) => {
      const problem = emailProblem(email)
      if (problem) context.addIssue(problem)
    }),
  country: z.string().refine(isCountry, 'Please choose a country.'),
  region: regionSchema,
  areas: z.array(z.enum(siteAreas)),
  /** Only asked for countries with a `vatPreset`. */
  chargesVat: z.boolean(),
  /** Shipping prices for the owner's country and for all others; null: no delivery there. */
  delivery: z.strictObject({ home: price, abroad: price }),
})
export type OwnAnswers = z.output<typeof OwnAnswers>
