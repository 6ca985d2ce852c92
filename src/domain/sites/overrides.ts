import type { Site, SocialLink } from '#domain/sites/site.ts'

/** What the owner has set; null is what the site's file says. */
export type SiteSettings = { contactEmail: string | null; social: SocialLink[] | null }

export const asInFile: SiteSettings = { contactEmail: null, social: null }

/** The site as it is now: what its owner has set stands in the place of what its file says. */
export const withSettings = (site: Site, { contactEmail, social }: SiteSettings): Site => ({
  ...site,
  contact: { ...site.contact, email: contactEmail ?? site.contact.email },
  social: social ?? site.social,
})
