import { z } from 'zod'
import { PictureAnswer } from '#api/site/pictures.ts'
import { schemaForEach } from '#domain/sites/content-schema.ts'
import { featureFlagNames } from '#domain/sites/features.ts'
import { vatKinds } from '#domain/sites/shop-rules.ts'

const text = z.string()
const bool = z.boolean()
const lightAndDark = <S extends z.ZodType>(schema: S) => z.strictObject({ light: schema, dark: schema })
const links = z.array(z.strictObject({ target: text, label: text }))

/** What the layout of every page needs. */
export const PublicSiteAnswer = z.strictObject({
  folder: text,
  siteId: z.uuid(),
  /** A trial installation. */
  staging: bool,
  /** An administrator sees the draft. */
  isPreview: bool,
  name: text,
  tagline: text,
  description: text,
  businessType: text,
  domain: text,
  locale: text,
  zone: text,
  currency: text,
  money: z.strictObject({ prefix: text, decimalSeparator: text, suffix: text }).nullable(),
  branding: z.strictObject({ logo: lightAndDark(text).nullable(), signature: lightAndDark(text).nullable() }),
  navigation: z.strictObject({ main: links, footer: links }),
  social: z.array(z.strictObject({ link: text, icon: text, label: text })),
  features: z.strictObject({
    shop: z.strictObject({ enabled: bool, type: text }),
    media: z.strictObject({ enabled: bool }),
    ...schemaForEach(featureFlagNames, bool),
    mailingList: z.strictObject({
      enabled: bool,
      listName: text,
      productionDomain: text.nullable(),
      showInFooter: bool,
      showOnHomepage: bool,
      title: text,
      description: text,
    }),
  }),
  shop: z.strictObject({
    pricesIncludeVat: bool,
    countries: z.union([z.array(text), z.literal('all')]),
    vatKinds: z.array(z.enum(vatKinds)),
    /** False while no payment provider is configured. */
    takesOrders: bool,
  }),
  copyright: z.strictObject({ content: text, developer: text.nullable() }),
  frameColours: lightAndDark(text),
  animation: z.strictObject({
    enabled: bool,
    pageTransitions: bool,
    componentAnimations: bool,
    reducedMotion: bool,
    duration: z.number(),
    easing: text,
    defaultPageTransition: text,
  }),
  passwordRequirements: z.strictObject({
    minLength: z.int(),
    uppercase: bool,
    lowercase: bool,
    number: bool,
    special: z.union([text, bool]).nullable(),
  }),
  notFound: z.strictObject({
    title: text,
    text,
    action: z.strictObject({ target: text, label: text }).nullable(),
    picture: PictureAnswer.nullable(),
  }),
  origin: text,
  devPages: bool,
  themeCss: text,
  /** The addresses of the fonts that a page loads at once. */
  fonts: z.array(text),
  logo: lightAndDark(PictureAnswer).nullable(),
  signature: lightAndDark(PictureAnswer).nullable(),
  /** `svg` comes from the folder of the site or is a letter; `tab` is made from a picture of the owner. */
  icons: z.strictObject({ svg: text.optional(), tab: text.optional(), png: text.optional(), touch: text.optional() }),
  shareImage: text.nullable(),
})
