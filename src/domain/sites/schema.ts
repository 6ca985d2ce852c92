import { z } from 'zod'
import { type PasswordRequirements, webMinLength } from '#domain/accounts/password.ts'
import {
  contentSchema,
  imageSchema,
  lineSchema,
  linkSchema,
  schemaForEach,
  textSchema,
  webAddressSchema,
} from '#domain/sites/content-schema.ts'
import { featureFlagNames, shopTypes } from '#domain/sites/features.ts'
import { fontPairNames } from '#domain/sites/fonts.ts'
import { normalizeHostName } from '#domain/sites/host-name.ts'
import { shopSchema } from '#domain/sites/shop-schema.ts'
import {
  businessTypes,
  easings,
  type Hex,
  pageTransitions,
  type SiteConfig,
  shades,
  socialIcons,
} from '#domain/sites/site.ts'
import { isHexColour } from '#domain/sites/theme.ts'
import { settingsTexts as texts } from '#domain/texts/own-site-editor-words.ts'
import { isTimeZone } from '#domain/time/local-time.ts'

const optionalFlag = z.boolean().optional()
const host = z
  .string()
  .refine(
    (name) => name !== '' && normalizeHostName(name) === name,
    'must be a host name in lower case, without a port',
  )
const hex = z
  .string()
  .refine(isHexColour, 'must be a colour of 6 hex digits, such as #b91c1c') as z.ZodType<string> as z.ZodType<Hex>
const colourScale = z.strictObject(schemaForEach(shades, hex))
const gradient = z.strictObject({ angle: z.int().min(0).max(360), stops: z.array(hex).min(2).max(5) })
const palette = z.strictObject({ primary: colourScale, secondary: colourScale, accent: colourScale })
const announcementGradients = z.strictObject({ info: gradient, success: gradient, warning: gradient, urgent: gradient })
const gradients = { layout: gradient, components: gradient, features: gradient, tags: gradient }
const variant = z.strictObject({
  colours: palette,
  gradients: z.strictObject({ ...gradients, announcements: announcementGradients }),
})

/** Every colour of both themes, as an owner stores them. */
export const themeSchema = z.strictObject({ light: variant, dark: variant })

/** What a site's file may leave out follows from its other colours. */
const variantInFile = z
  .strictObject({
    colours: palette.partial().optional(),
    gradients: z
      .strictObject({ ...gradients, announcements: announcementGradients.partial() })
      .partial()
      .optional(),
  })
  .optional()

export const themedImageSchema = z.strictObject({ light: imageSchema, dark: imageSchema })

export const mailingListSchema = z.strictObject({
  enabled: optionalFlag,
  listName: z
    .string()
    .regex(/^[a-z0-9]+([._-][a-z0-9]+)*$/i, 'must be the part of an address before the @, such as updates')
    .optional(),
  productionDomain: host.nullable().optional(),
  showInFooter: optionalFlag,
  showOnHomepage: optionalFlag,
  title: textSchema.optional(),
  description: textSchema.optional(),
})

/** Which features are on, as an owner stores them. */
export const featuresSchema = z.strictObject({
  shop: z.strictObject({ enabled: z.boolean(), type: z.enum(shopTypes) }),
  media: z.strictObject({ enabled: z.boolean() }),
  ...schemaForEach(featureFlagNames, z.boolean()),
})

const { shop, media, ...flags } = featuresSchema.shape
const features = z.strictObject({
  shop: shop.partial().optional(),
  media: media.partial().optional(),
  ...z.strictObject(flags).partial().shape,
  mailingList: mailingListSchema.optional(),
})

/** The largest radius with which a button is still a button. */
export const maxCornerRadius = 24

export const styleSchema = z.strictObject({
  fonts: z.enum(fontPairNames).optional(),
  radius: z.int().min(0).max(maxCornerRadius).optional(),
})

export const animationSchema = z.strictObject({
  enabled: optionalFlag,
  pageTransitions: optionalFlag,
  componentAnimations: optionalFlag,
  reducedMotion: optionalFlag,
  duration: z.number().min(0).max(2).optional(),
  easing: z.enum(easings).optional(),
  defaultPageTransition: z.enum(pageTransitions).optional(),
})

export const passwordRequirementsSchema = z.strictObject({
  minLength: z
    .int('must be a whole number')
    .min(webMinLength, `must be at least ${webMinLength}`)
    .max(128, 'must be at most 128')
    .optional(),
  uppercase: optionalFlag,
  lowercase: optionalFlag,
  number: optionalFlag,
  special: z.literal(['standard', 'extended', false]).optional(),
})

/** AUTH-3: a site may ask for more than these rules, never for less. */
export const hasAllCharacterRules = ({ uppercase, lowercase, number, special }: Partial<PasswordRequirements>) =>
  [uppercase, lowercase, number, special].every((rule) => rule !== false)

/** The schema of a site's file. Unknown fields are refused. */
export const siteSchema = z.strictObject({
  siteId: z.uuid('must be a UUID'),
  name: lineSchema,
  tagline: lineSchema,
  description: textSchema,
  businessType: z.enum(businessTypes).optional(),
  domain: host,
  hosts: z.array(host).optional(),
  isDefault: optionalFlag,
  locale: z.string().refine(isLocale, 'must be a language tag such as en-GB').optional(),
  zone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/London'),
  currency: z.string().refine(isCurrency, 'must be an ISO currency such as GBP'),
  contact: z.strictObject({ email: z.email('must be an email address').nullable().optional() }).optional(),
  branding: z.strictObject({ logo: themedImageSchema, signature: themedImageSchema.nullable() }),
  navigation: z
    .strictObject({
      main: z.array(linkSchema).nullable().optional(),
      footer: z.array(linkSchema).nullable().optional(),
    })
    .optional(),
  social: z.array(z.strictObject({ link: webAddressSchema, icon: z.enum(socialIcons), label: textSchema })).optional(),
  features: features.optional(),
  shop: shopSchema.optional(),
  uploads: z.strictObject({ quotaGigabytes: z.number().min(1).max(100_000).optional() }).optional(),
  copyright: z.strictObject({ content: textSchema.optional(), developer: textSchema.nullable().optional() }).optional(),
  theme: z.strictObject({ light: variantInFile, dark: variantInFile }).optional(),
  style: styleSchema.optional(),
  animation: animationSchema.optional(),
  security: z
    .strictObject({
      passwordRequirements: passwordRequirementsSchema.refine(hasAllCharacterRules, texts.passwordsTooWeak).optional(),
    })
    .optional(),
  content: contentSchema,
}) satisfies z.ZodType<SiteConfig>

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] === tag
  } catch {
    return false
  }
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}
