import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv, SiteEnvironment, SiteServices } from '#api/env.ts'
import { answers, anyone, may } from '#api/guards.ts'
import { PublicSiteAnswer } from '#api/site/public-site.ts'
import { shareImagePath } from '#domain/images/addresses.ts'
import { siteIconsOf } from '#domain/images/icons.ts'
import { takesCards } from '#domain/sites/features.ts'
import { fontCss, preloadedFonts } from '#domain/sites/fonts.ts'
import { closedShopWarning, embeddedWarning, sandboxWarning } from '#domain/sites/infrastructure.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import type { Site, ThemedImage } from '#domain/sites/site.ts'
import { styleCss, themeCss } from '#domain/sites/theme.ts'
import type { PlacedSection } from '#sections/kinds.ts'

export const InfrastructureAnswer = z.strictObject({
  parts: z.array(z.strictObject({ part: z.string(), runsOn: z.string(), embedded: z.boolean() })),
  warning: z.string().nullable(),
})

/** What the layout of every page needs: name, theme, navigation. */
export const siteFrameRoutes = new Hono<ApiEnv>()
  .get('/', anyone(), answers('Returns what the layout of every page needs.', PublicSiteAnswer), async (c) => {
    const { origin, picture, fontFileAt, devPages, staging, payments } = c.var.services
    const { site } = c.var
    const { image } = site.content.notFound
    const shared = linkPreviewPicture(c.var.sections.home)
    return c.json({
      ...publicSite(site, {
        takesOrders: payments.provider.kind !== 'closed',
        notFoundPicture: image ? picture(image) : null,
      }),
      staging,
      isPreview: c.var.isPreview,
      origin,
      devPages,
      themeCss: themeCss(site) + styleCss(site.style) + fontCss(site.style.fonts, fontFileAt),
      fonts: preloadedFonts(site.style.fonts, fontFileAt),
      logo: site.branding.logo && presentThemedImage(site.branding.logo, picture),
      signature: site.branding.signature && presentThemedImage(site.branding.signature, picture),
      icons: siteIconsOf(site, picture).head,
      shareImage: shared && shareImagePath(picture(shared)),
    })
  })
  .get(
    '/infrastructure',
    may('settings:read'),
    answers('Lists the infrastructure that the server runs on.', InfrastructureAnswer),
    (c) => {
      return c.json(presentInfrastructure(c.var.services, c.var.site))
    },
  )

export const presentInfrastructure = (
  { infrastructure, production, payments }: Pick<SiteServices, 'infrastructure' | 'production' | 'payments'>,
  site: Site,
) => ({
  parts: infrastructure.map(({ part, runsOn, embedded }) => ({ part, runsOn, embedded })),
  warning:
    [
      production && embeddedWarning(infrastructure),
      closedShopNotice(site, payments),
      usesTestPayments(site, payments) && sandboxWarning,
    ]
      .filter(Boolean)
      .join(' ') || null,
})

/** Orders are paid with test payments. */
export const usesTestPayments = (site: Site, payments: SiteServices['payments']): boolean =>
  takesCards(site) && payments.provider.kind === 'sandbox'

/** Tells the owner why the shop takes no orders and what to do; null where it does, or where nothing is sold by card. */
export const closedShopNotice = (site: Site, payments: SiteServices['payments']): string | null =>
  takesCards(site) && payments.provider.kind === 'closed' ? closedShopWarning : null

/** The picture of the first screen is that of link previews. */
const linkPreviewPicture = (sections: readonly PlacedSection[]): string | null => {
  const first = sections.find((section) => section.kind === 'hero' && !section.hidden)
  return first?.kind === 'hero' ? first.image : null
}

const presentThemedImage = ({ light, dark }: ThemedImage, picture: SiteEnvironment['picture']) => ({
  light: picture(light),
  dark: picture(dark),
})
