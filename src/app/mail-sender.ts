import type { Config } from '#app/config.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Images } from '#server/images/images.ts'
import { mailLogo } from '#server/images/site-files.ts'
import type { MailLook } from '#server/mail/layout.ts'
import type { Sender } from '#server/mail/message.ts'
import { readCurrentSite } from '#server/site-editor/current-site.ts'

type Deps = {
  config: Pick<Config, 'MAIL_FROM'>
  sites: SiteRegistry
  images: Pick<Images, 'pictureOf'>
  originOf: (site: Site) => string
}

/** Who the mails of a site come from, and what they look like. Null for a site that is not configured here. */
export const senderOf =
  ({ config, sites, images, originOf }: Deps) =>
  async (tx: SiteTx, websiteId: string): Promise<Sender | null> => {
    const starter = sites.all.find(({ siteId }) => siteId === websiteId)
    if (!starter) return null
    const { site } = await readCurrentSite(tx, starter)
    const { name, domain, contact } = site
    const address = config.MAIL_FROM ?? contact.email ?? `no-reply@${domain}`
    return { name, address, look: lookOf(site, images, originOf(site)) }
  }

function lookOf(site: Site, images: Deps['images'], origin: string): MailLook {
  const { locale, theme } = site
  const picture = images.pictureOf(site, mailLogo.file)
  const logo = picture && {
    path: plainAddress(picture),
    width: picture.width / mailLogo.pixelsPerPoint,
    height: picture.height / mailLogo.pixelsPerPoint,
    alt: site.name,
  }
  return { locale, theme, origin, logo }
}
