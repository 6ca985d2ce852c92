import type { Config } from '#app/config.ts'
import { equipmentOf } from '#app/equipment.ts'
import { closedShopWarning, embeddedWarning } from '#domain/sites/equipment.ts'
import type { Site } from '#domain/sites/site.ts'

type WelcomeOptions = { config: Config; sites: readonly Site[]; originOf: (site: Site) => string; isClosed: boolean }

/** Prints where the sites are, and what the operator should know. */
export function printWelcome({ config, sites, originOf, isClosed }: WelcomeOptions): void {
  const lines = sites.map((site) =>
    config.NODE_ENV === 'development'
      ? addressesOf(site.name, originOf(site), { hasOutbox: !config.SMTP_URL })
      : `  ${originOf(site)}  ${site.name}`,
  )
  console.log(['Stagedoor is ready:', ...lines].join('\n'))
  const warning = config.NODE_ENV === 'production' && embeddedWarning(equipmentOf(config))
  if (warning) console.log(warning)
  if (isClosed) console.log(closedShopWarning)
  if (config.STAGING) console.log('This is a trial installation (STAGING=on): every page says so, and no money moves.')
}

/** For a developer: the addresses of a site, its admin area and its sent mails. */
function addressesOf(name: string, origin: string, { hasOutbox }: { hasOutbox: boolean }): string {
  const addresses = [
    ['Site', '/'],
    ['Admin', '/admin'],
    ['Sign in', '/admin/login'],
    ...(hasOutbox ? [['Mail', '/dev/mail']] : []),
  ]
  return [`  ${name}`, ...addresses.map(([what = '', path]) => `    ${what.padEnd(8)}${origin}${path}`)].join('\n')
}
