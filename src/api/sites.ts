import { Hono } from 'hono'
import type { ApiEnv } from '#api/env.ts'
import { anyone } from '#api/guards.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { themeCss } from '#domain/sites/theme-css.ts'

/** What the frame around every page needs: who the site is, how it looks, where it leads. */
export const sites = new Hono<ApiEnv>().get('/', anyone(), (c) => {
  const { site, origin, picture, devPages } = c.var
  const { branding, ...rest } = publicSite(site)
  return c.json({
    ...rest,
    origin,
    devPages,
    themeCss: themeCss(site),
    branding: {
      logo: { light: picture(branding.logo.light), dark: picture(branding.logo.dark) },
      signature: branding.signature && {
        light: picture(branding.signature.light),
        dark: picture(branding.signature.dark),
      },
    },
    shareImage: plainAddress(picture('og.jpg')),
  })
})
