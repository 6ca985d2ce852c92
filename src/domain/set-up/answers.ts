import { z } from 'zod'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { isCountry } from '#domain/countries.ts'
import { parseImagePath } from '#domain/images/addresses.ts'
import { lineSchema } from '#domain/sites/content-schema.ts'
import { presets } from '#domain/sites/presets.ts'
import { regionSchema } from '#domain/sites/settings.ts'
import { amountSchema } from '#domain/sites/shop-schema.ts'

/** Who speaks on the pages: one person or several. */
export const actKinds = ['solo', 'band', 'dj', 'ensemble', 'other'] as const
export type ActKind = (typeof actKinds)[number]

/** What a website can have, as its owner calls it. */
export const siteAreas = ['tour', 'records', 'shop', 'gallery', 'media', 'press', 'awards', 'mailingList'] as const
export type SiteArea = (typeof siteAreas)[number]

const picture = z
  .string()
  .refine((address) => parseImagePath(address) !== null, 'Please choose a picture of the library.')
  .nullable()
const price = amountSchema.nullable()

/** What "Make it mine" asks. */
export const OwnAnswers = z.strictObject({
  name: lineSchema,
  kind: z.enum(actKinds),
  preset: z.enum(presets.map(({ name }) => name)),
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
  /** Where the program knows the rates. */
  chargesVat: z.boolean(),
  /** What sending a parcel costs, in the own country and to all others; null: nothing is sent there. */
  delivery: z.strictObject({ home: price, abroad: price }),
})
export type OwnAnswers = z.output<typeof OwnAnswers>
