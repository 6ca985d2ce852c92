import { type Config, isLive } from '#app/config.ts'
import { isLiveKey } from '#domain/checkout/stripe-mode.ts'
import type { InfrastructurePart } from '#domain/sites/infrastructure.ts'

/** Whether each replaceable part is embedded or external, by the settings. */
export function infrastructureOf(config: Config): InfrastructurePart[] {
  const {
    DATABASE_URL,
    SMTP_URL,
    APP_SECRET,
    DATA_KEY,
    TURNSTILE_SITE_KEY,
    S3_ENDPOINT,
    STRIPE_SECRET_KEY: key,
  } = config
  const part = (name: string, settings: string[], external: string | null, embedded: string): InfrastructurePart => ({
    part: name,
    runsOn: external ?? embedded,
    embedded: external === null,
    settings,
  })
  return [
    part('Database', ['DATABASE_URL'], DATABASE_URL ? `PostgreSQL at ${hostOf(DATABASE_URL)}` : null, 'PGlite'),
    part('Mail', ['SMTP_URL'], SMTP_URL ? `SMTP at ${hostOf(SMTP_URL)}` : null, 'Files in the outbox'),
    part('Files', ['S3_ENDPOINT', 'S3_BUCKET'], S3_ENDPOINT ? `S3 at ${hostOf(S3_ENDPOINT)}` : null, 'Local disk'),
    // Proof of work is fit for production, so it does not count as embedded.
    part('Human check', ['TURNSTILE_SITE_KEY'], TURNSTILE_SITE_KEY ? 'Cloudflare Turnstile' : 'ALTCHA', ''),
    part(
      'Payments',
      ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
      key
        ? isLiveKey(key)
          ? 'Stripe'
          : 'Stripe, in its test mode'
        : isLive(config)
          ? 'None: the shop takes no orders'
          : null,
      'Sandbox, in which no money moves',
    ),
    part(
      'Secrets',
      ['APP_SECRET', 'DATA_KEY'],
      APP_SECRET && DATA_KEY ? 'From the settings' : null,
      'Made at first start',
    ),
  ]
}

/** Without the name and the password that may stand in an address. */
const hostOf = (address: string) => new URL(address).host
