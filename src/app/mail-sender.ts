import type { Config } from '#app/config.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { mailHeaderColour } from '#domain/sites/theme.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Images } from '#server/images/images.ts'
import type { MailLogos } from '#server/images/mail-logo.ts'
import type { MailBranding } from '#server/mail/layout.ts'
import type { MailSender } from '#server/mail/message.ts'
import { readCurrentSite } from '#server/site-editor/current-site.ts'

type Deps = {
  config: Pick<Config, 'MAIL_FROM'>
  sites: Pick<SiteRegistry, 'siteOf'>
  images: Pick<Images, 'pictureOf'>
  mailLogos: Pick<MailLogos, 'logoOf'>
  originOf: (site: Site) => string
}

/** Who the mails of a site come from, and what they look like. Null for a site that is not configured here. */
export const createMailSenderLookup =
  ({ config, sites, images, mailLogos, originOf }: Deps) =>
  async (tx: SiteTx, websiteId: string): Promise<MailSender | null> => {
    const starter = sites.siteOf(websiteId)
    if (!starter) return null
    const { site, pictures } = await readCurrentSite(tx, starter)
    const { name, domain, contact } = site
    const address = config.MAIL_FROM ?? contact.email ?? `no-reply@${domain}`
    const dark = site.branding.logo?.dark
    const logo = dark ? logoOf(site, pictures.get(dark) ?? images.pictureOf(site, dark)) : null
    return { name, address, look: { locale: site.locale, theme: site.theme, origin: originOf(site), logo } }

    /** The one for dark pages, because the masthead is dark. */
    function logoOf(site: Site, picture: Picture | null): MailBranding['logo'] {
      return picture && { ...mailLogos.logoOf(site.siteId, picture, mailHeaderColour(site)), alt: site.name }
    }
  }
