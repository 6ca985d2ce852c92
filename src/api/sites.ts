import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv, SiteParts } from '#api/env.ts'
import { answers, anyone, may } from '#api/guards.ts'
import { PublicFrame } from '#api/public-frame.ts'
import { plainAddress, shareAddress } from '#domain/images/addresses.ts'
import { embeddedWarning } from '#domain/sites/equipment.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import type { ThemedImage } from '#domain/sites/site.ts'
import { themeCss } from '#domain/sites/theme-css.ts'

const HouseEquipment = z.strictObject({
  parts: z.array(z.strictObject({ part: z.string(), runsOn: z.string(), embedded: z.boolean() })),
  warning: z.string().nullable(),
})

/** What the frame around every page needs: who the site is, how it looks, where it leads. */
export const sites = new Hono<ApiEnv>()
  .get('/', anyone(), answers('What the frame around every page needs', PublicFrame), (c) => {
    const { site, origin, picture, devPages } = c.var
    return c.json({
      ...publicSite(site),
      origin,
      devPages,
      themeCss: themeCss(site),
      logo: themed(site.branding.logo, picture),
      signature: site.branding.signature && themed(site.branding.signature, picture),
      icons: {
        svg: plainAddress(picture('icon.svg')),
        touch: plainAddress(picture('apple-touch-icon.png')),
      },
      shareImage: shareAddress(picture(site.content.home.hero.image)),
    })
  })
  .get('/equipment', may('settings:read'), answers('What the parts of the house run on', HouseEquipment), (c) => {
    const { equipment, production } = c.var
    const parts = equipment.map(({ part, runsOn, embedded }) => ({ part, runsOn, embedded }))
    return c.json({ parts, warning: production ? embeddedWarning(equipment) : null })
  })

const themed = ({ light, dark }: ThemedImage, picture: SiteParts['picture']) => ({
  light: picture(light),
  dark: picture(dark),
})
