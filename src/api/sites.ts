import { Hono } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { anyone } from '#api/guards.ts'
import { plainAddress, shareAddress } from '#domain/images/addresses.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { themeCss } from '#domain/sites/theme-css.ts'

/** What the frame around every page needs: who the site is, how it looks, where it leads. */
export const sites = new Hono<ApiEnv>().get('/', anyone(), (c) => {
  const { site, origin, picture, devPages } = c.var
  return c.json({
    ...publicSite(site),
    origin,
    devPages,
    themeCss: themeCss(site),
    logo: { light: picture(site.branding.logo.light), dark: picture(site.branding.logo.dark) },
    icons: {
      svg: plainAddress(picture('icon.svg')),
      touch: plainAddress(picture('apple-touch-icon.png')),
    },
    shareImage: shareAddress(picture(site.content.home.hero.image)),
  })
})
