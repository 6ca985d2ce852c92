import type { Config } from '#app/config.ts'
import { infrastructureOf } from '#app/infrastructure.ts'
import { closedShopWarning, embeddedWarning } from '#domain/sites/infrastructure.ts'
import type { Site } from '#domain/sites/site.ts'

type WelcomeOptions = { config: Config; sites: readonly Site[]; originOf: (site: Site) => string; isClosed: boolean }

/**
 * What the operator should know, then where the sites are: the addresses come last, because the end of the output is what
 * stays on the screen.
 */
export function welcomeText({ config, sites, originOf, isClosed }: WelcomeOptions): string {
  const isProduction = config.NODE_ENV === 'production'
  const warnings = [
    isProduction && embeddedWarning(infrastructureOf(config)),
    isClosed && closedShopWarning,
    config.STAGING && 'This is a trial installation (STAGING=on): every page says so, and no money moves.',
  ].filter((warning) => warning !== false && warning !== null)
  const hasOutbox = !isProduction && !config.SMTP_URL
  const addresses = sites.map((site) => addressesOf(site.name, originOf(site), { hasOutbox }))
  return [...warnings, 'Stagedoor is ready:', ...addresses].join('\n')
}

function addressesOf(name: string, origin: string, { hasOutbox }: { hasOutbox: boolean }): string {
  const addresses = [
    ['Site', '/'],
    ['Admin', '/admin'],
    ['Sign in', '/admin/login'],
    ...(hasOutbox ? [['Mail', '/dev/mail']] : []),
  ]
  return [`  ${name}`, ...addresses.map(([what = '', path]) => `    ${what.padEnd(8)}${origin}${path}`)].join('\n')
}
