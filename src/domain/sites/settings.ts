import { z } from 'zod'
import { cleanEmail, emailProblem } from '#domain/accounts/email.ts'
import { isTarget } from '#domain/sites/navigation.ts'
import type { Site, SocialLink } from '#domain/sites/site.ts'
import { socialIcons } from '#domain/sites/site.ts'

export const maxSocialLinks = 20

/** An https address that is safe to follow, so that nothing on the way can change the page. */
const isSafeLink = (text: string) => {
  const url = URL.parse(text)
  return isTarget(text) && url?.protocol === 'https:' && url.username === '' && url.password === ''
}

export const SocialDraft = z.object({
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
    .refine((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text), 'Please use plain text.'),
})

/** Fields that the owner may change in the admin; null means the value of the site's file. */
export const SettingsDraft = z.object({
  contactEmail: z
    .string()
    .max(1000)
    .transform((typed) => cleanEmail(typed) || null)
    .nullable()
    .superRefine((email, context) => {
      const problem = email && emailProblem(email)
      if (problem) context.addIssue(problem)
    }),
  social: z
    .array(SocialDraft)
    .max(maxSocialLinks, `Please use at most ${maxSocialLinks} links.`)
    .superRefine((links, context) => {
      for (const [at, { link }] of links.entries())
        if (links.findIndex((other) => other.link === link) < at)
          context.addIssue({ code: 'custom', message: 'This address is in the list twice.', path: [at, 'link'] })
    })
    .nullable(),
})
export type SettingsDraft = z.output<typeof SettingsDraft>

/** The owner's settings; null means the value of the site's file. */
export type SiteSettings = { contactEmail: string | null; social: SocialLink[] | null }

export const asInFile: SiteSettings = { contactEmail: null, social: null }

/** The site as it is now: what its owner has set stands in the place of what its file says. */
export const applySettings = (site: Site, { contactEmail, social }: SiteSettings): Site => ({
  ...site,
  contact: { ...site.contact, email: contactEmail ?? site.contact.email },
  social: social ?? site.social,
})
