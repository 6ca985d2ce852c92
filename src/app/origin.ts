import type { Config } from '#app/config.ts'
import type { Site } from '#domain/sites/site.ts'

/** Where a site lives; links in mails begin with it. Outside production that is a host of this machine, with the port. */
export const siteOrigin = (
  { domain, hosts }: Pick<Site, 'domain' | 'hosts'>,
  { NODE_ENV, PORT }: Pick<Config, 'NODE_ENV' | 'PORT'>,
): string => (NODE_ENV === 'production' ? `https://${domain}` : `http://${hosts[0] ?? domain}:${PORT}`)
