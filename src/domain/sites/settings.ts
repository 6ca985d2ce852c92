import { z } from 'zod'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import type { PasswordRequirements } from '#domain/accounts/password.ts'
import { isEqualJson } from '#domain/activity/activity.ts'
import { isChargeableCurrency } from '#domain/chargeable-currencies.ts'
import { type Features, type MailingList, takesCards } from '#domain/sites/features.ts'
import { isLinkTarget } from '#domain/sites/navigation.ts'
import {
  featuresSchema,
  hasAllCharacterRules,
  mailingListSchema,
  passwordRequirementsSchema,
  siteSchema,
} from '#domain/sites/schema.ts'
import type { ShippingOption, ShopRules } from '#domain/sites/shop-rules.ts'
import { downloadLimitsSchema, shippingOptionsSchema, vatByCountrySchema } from '#domain/sites/shop-schema.ts'
import type { Site, SocialLink } from '#domain/sites/site.ts'
import { socialIcons } from '#domain/sites/site.ts'
import { plainTextProblem } from '#domain/sites/text-problems.ts'
import { settingsTexts as texts } from '#domain/texts/own-site-editor-words.ts'

export const maxSocialLinks = 20
const maxDeliveryOptions = 50

/** An https address that is safe to follow, so that nothing on the way can change the page. */
const isSafeLink = (text: string) => {
  const url = URL.parse(text)
  return isLinkTarget(text) && url?.protocol === 'https:' && url.username === '' && url.password === ''
}

export const SocialLinkDraft = z.object({
  link: z
    .string()
    .trim()
    .max(2000, 'Please use at most 2000 characters.')
    .refine(isSafeLink, 'Please enter an address that begins with https://.'),
  icon: z.enum(socialIcons, 'Please choose an icon.'),
  label: z
    .string()
    .trim()
    .min(1, 'Please fill this in.')
    .max(80, 'Please use at most 80 characters.')
    .refine((text) => !plainTextProblem(text), 'Please use plain text.'),
})

const { locale, zone, currency } = siteSchema.shape
export const regionSchema = z.strictObject({ locale: locale.unwrap(), zone, currency })

/** Groups of settings, in effect as soon as they are saved. A site's file and its owner obey the same rules. */
const groupSchemas = {
  contactEmail: z
    .string()
    .max(1000)
    .transform((typed) => cleanEmail(typed) || null)
    .superRefine((email, context) => {
      const problem = email && emailProblem(email)
      if (problem) context.addIssue(problem)
    }),
  social: z
    .array(SocialLinkDraft)
    .max(maxSocialLinks, `Please use at most ${maxSocialLinks} links.`)
    .superRefine((links, context) => {
      for (const [at, { link }] of links.entries())
        if (links.findIndex((other) => other.link === link) < at)
          context.addIssue({ code: 'custom', message: 'This address is in the list twice.', path: [at, 'link'] })
    }),
  features: featuresSchema,
  mailingList: mailingListSchema.required(),
  region: regionSchema,
  delivery: shippingOptionsSchema.max(maxDeliveryOptions, `must be at most ${maxDeliveryOptions} delivery methods`),
  vat: z.strictObject({ pricesIncludeVat: z.boolean(), rates: vatByCountrySchema }),
  downloads: downloadLimitsSchema.required(),
  passwords: passwordRequirementsSchema.required().refine(hasAllCharacterRules, texts.passwordsTooWeak),
}

export type SettingsGroup = keyof typeof groupSchemas
export const settingsGroups = Object.keys(groupSchemas) as [SettingsGroup, ...SettingsGroup[]]

export type SettingValues = {
  contactEmail: string
  social: SocialLink[]
  features: Omit<Features, 'mailingList'>
  mailingList: MailingList
  region: Pick<Site, 'locale' | 'zone' | 'currency'>
  delivery: ShippingOption[]
  vat: { pricesIncludeVat: boolean; rates: ShopRules['vat'] }
  downloads: ShopRules['downloads']
  passwords: PasswordRequirements
}

const optional = <S extends z.ZodType>(schema: S) => schema.nullable().optional()

/** Groups to change; null means: as in the starter, the site's file. A group that is left out stays as it is. */
export const SettingsDraft = z.object({
  contactEmail: optional(groupSchemas.contactEmail),
  social: optional(groupSchemas.social),
  features: optional(groupSchemas.features),
  mailingList: optional(groupSchemas.mailingList),
  region: optional(groupSchemas.region),
  delivery: optional(groupSchemas.delivery),
  vat: optional(groupSchemas.vat),
  downloads: optional(groupSchemas.downloads),
  passwords: optional(groupSchemas.passwords),
})
export type SettingsDraft = z.output<typeof SettingsDraft>

/** The owner's settings; null means: as in the starter. */
export type SiteSettings = { [G in SettingsGroup]: SettingValues[G] | null }

export const emptySettings = Object.fromEntries(settingsGroups.map((group) => [group, null])) as SiteSettings

/** The values of a site, group by group. */
export function settingsOf(site: Site): SiteSettings {
  const { contact, social, features, locale, zone, currency, shop, security } = site
  const { mailingList, ...switches } = features
  return {
    contactEmail: contact.email,
    social,
    features: switches,
    mailingList,
    region: { locale, zone, currency },
    delivery: shop.shipping,
    vat: { pricesIncludeVat: shop.pricesIncludeVat, rates: shop.vat },
    downloads: shop.downloads,
    passwords: security.passwordRequirements,
  }
}

/** The site as it is now: what its owner has set stands in the place of what its file says. */
export function applySettings(site: Site, settings: SiteSettings): Site {
  const { contactEmail, social, features, mailingList, region, delivery, vat, downloads, passwords } = settings
  return {
    ...site,
    ...region,
    contact: { ...site.contact, email: contactEmail ?? site.contact.email },
    social: social ?? site.social,
    // Field by field, so that an option that a newer version brings is as in the starter.
    features: { ...site.features, ...features, mailingList: { ...site.features.mailingList, ...mailingList } },
    shop: {
      pricesIncludeVat: vat?.pricesIncludeVat ?? site.shop.pricesIncludeVat,
      vat: vat?.rates ?? site.shop.vat,
      shipping: delivery ?? site.shop.shipping,
      downloads: downloads ?? site.shop.downloads,
    },
    security: { ...site.security, passwordRequirements: passwords ?? site.security.passwordRequirements },
  }
}

/** What fits each group alone but not the others, by the group at fault. */
export function settingsProblems(site: Site): { [G in SettingsGroup]?: string } {
  if (!takesCards(site) || isChargeableCurrency(site.currency)) return {}
  return {
    features: texts.cardsNeedCurrency({ currency: site.currency }),
    region: texts.currencyNotChargeable({ currency: site.currency }),
  }
}

/** What the owner should know about a shop that works, but perhaps not as they think. */
export function shopWarnings({ features, shop }: Pick<Site, 'features' | 'shop'>): string[] {
  if (!takesCards({ features })) return []
  return [...(shop.shipping.length ? [] : [texts.noDelivery]), ...(Object.keys(shop.vat).length ? [] : [texts.noVat])]
}

/** What is in effect: the owner's own values, and those of the starter for all others. */
export const effectiveSettings = (own: SiteSettings, starter: SiteSettings): SiteSettings =>
  Object.fromEntries(settingsGroups.map((group) => [group, own[group] ?? starter[group]])) as SiteSettings

/** Changing where mail or money goes, or the password rules, needs a confirmation. Both parameters are complete settings in effect. */
export function needsSettingsConfirmation(before: SiteSettings, after: SiteSettings): boolean {
  const confirmedFields = ({ contactEmail, features, mailingList, region, passwords }: SiteSettings) => ({
    contactEmail,
    mailingList,
    shop: features?.shop,
    currency: region?.currency,
    passwords,
  })
  return !isEqualJson(confirmedFields(before), confirmedFields(after))
}
