import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv, SiteContext } from '#api/env.ts'
import { answers, anyone, may } from '#api/guards.ts'
import { PublicFrame } from '#api/site/public-site.ts'
import { plainAddress, shareAddress } from '#domain/images/addresses.ts'
import { siteIcons } from '#domain/images/icons.ts'
import { Refusal } from '#domain/refusal.ts'
import { closedShopWarning, embeddedWarning } from '#domain/sites/equipment.ts'
import { takesCards } from '#domain/sites/features.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import type { Site, ThemedImage } from '#domain/sites/site.ts'
import { themeCss } from '#domain/sites/theme-css.ts'

export const HouseEquipment = z.strictObject({
  parts: z.array(z.strictObject({ part: z.string(), runsOn: z.string(), embedded: z.boolean() })),
  warning: z.string().nullable(),
})

/** What the frame around every page needs: who the site is, how it looks, where it leads. */
export const sites = new Hono<ApiEnv>()
  .get('/', anyone(), answers('What the frame around every page needs', PublicFrame), async (c) => {
    const { origin, picture, devPages, staging, payments } = c.var
    const site = await c.var.siteNow().catch(whileAway(c.var.site))
    return c.json({
      ...publicSite(site, { takesOrders: payments.provider.kind !== 'closed' }),
      staging,
      origin,
      devPages,
      themeCss: themeCss(site),
      logo: themed(site.branding.logo, picture),
      signature: site.branding.signature && themed(site.branding.signature, picture),
      icons: {
        svg: plainAddress(picture(siteIcons.svg)),
        png: plainAddress(picture(siteIcons.png)),
        touch: plainAddress(picture(siteIcons.touch)),
      },
      shareImage: shareAddress(picture(site.content.home.hero.image)),
    })
  })
  .get('/equipment', may('settings:read'), answers('What the parts of the house run on', HouseEquipment), (c) => {
    return c.json(equipmentAnswer(c.var))
  })

type Known = Pick<ApiEnv['Variables'], 'equipment' | 'production' | 'site' | 'payments'>

export const equipmentAnswer = ({ equipment, production, ...shop }: Known) => ({
  parts: equipment.map(({ part, runsOn, embedded }) => ({ part, runsOn, embedded })),
  warning: [production && embeddedWarning(equipment), closedShop(shop)].filter(Boolean).join(' ') || null,
})

/** Why nobody can order and what to do about it, for the owner; null where people can, or where nothing is sold by card. */
export const closedShop = ({ site, payments }: Pick<Known, 'site' | 'payments'>): string | null =>
  takesCards(site) && payments.provider.kind === 'closed' ? closedShopWarning : null

/** A page that needs nothing else from the database is shown without it, as the site's file has it. */
const whileAway =
  (site: Site) =>
  (error: unknown): Site => {
    if (error instanceof Refusal && error.reason === 'unavailable') return site
    throw error
  }

const themed = ({ light, dark }: ThemedImage, picture: SiteContext['picture']) => ({
  light: picture(light),
  dark: picture(dark),
})
