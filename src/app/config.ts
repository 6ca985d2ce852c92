import { isIP } from 'node:net'
import { z } from 'zod'
import { isLiveKey } from '#domain/checkout/stripe-mode.ts'
import { isPublicHostName } from '#domain/going-live/domain.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { isGuessable, isPlaceholder, isTurnstileTestKey } from '#domain/settings/weak-secrets.ts'
import type { Site } from '#domain/sites/site.ts'

const onOffSetting = (standard: 'on' | 'off') =>
  z
    .enum(['on', 'off'], 'must be on or off')
    .default(standard)
    .transform((word) => word === 'on')

const address = (...schemes: string[]) =>
  z.string().refine((text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text), {
    error: `must be an address that begins with ${schemes.map((s) => `${s}://`).join(' or ')}`,
  })

const splitList = (text: string) => text.split(/[\s,]+/).filter(Boolean)

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && max > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max))
}

function isDnsServer(text: string): boolean {
  const [, bracketed, port = '53'] = /^\[(.+)\](?::(\d{1,5}))?$/.exec(text) ?? []
  const [, v4, v4Port = '53'] = /^([\d.]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  return bracketed
    ? isIP(bracketed) === 6 && isPort(port)
    : isIP(text) === 6 || (isIP(v4 ?? '') === 4 && isPort(v4Port))
}
const isPort = (text: string) => Number(text) >= 1 && Number(text) <= 65_535

/** The ids that a start names when it misses something. */
const idsOf = (things: string) =>
  z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (ids) => ids.every((id) => /^[0-9a-f]{8}$/.test(id)),
      `must be ids of ${things} (8 digits and letters from a to f), separated by commas`,
    )

const dataKey = /^[A-Za-z0-9+/]{43}=$/

const Settings = z.strictObject({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').optional(),
  STAGING: onOffSetting('off'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65535, 'must be a port, 0 to 65535').default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(splitList)
    .refine((proxies) => proxies.every(isNetwork), 'must be IP addresses or networks like 10.0.0.0/8'),
  /** Left out, it depends on where the log is written: `createLog`. */
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .optional(),
  OWNER_EMAIL: z.email('must be an email address').default('owner@stagedoor.example'),
  OWNER_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DEMO: onOffSetting('on'),
  DEV_PAGES: onOffSetting('off'),
  WORKER: onOffSetting('on'),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  DATABASE_OWNER_URL: address('postgres', 'postgresql').optional(),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(1).max(200).default(10),
  S3_ENDPOINT: address('http', 'https').optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  MAIL_SPF: z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (terms) => terms.every((term) => /^(a|mx|(a|mx|include|ip4|ip6|exists):[\w.:/%{}-]+)$/.test(term)),
      'must be terms of SPF like include:spf.mail.example',
    ),
  MAIL_DKIM_SELECTORS: z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (names) => names.length <= 5 && names.every((name) => /^[a-z0-9]([\w.-]{0,61}[a-z0-9])?$/i.test(name)),
      'must be names of keys like mail2026, five at most, separated by commas',
    ),
  PUBLIC_ADDRESSES: z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (all) =>
        all.every((each) => isIP(each) || isPublicHostName(each)) && all.filter((each) => !isIP(each)).length <= 1,
      'must be IP addresses, and at most one host name, separated by commas',
    ),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform(splitList)
    .refine((servers) => servers.every(isDnsServer), 'must be IP addresses, each with a port if it is not 53'),
  CDN_PURGE_URL: address('http', 'https').optional(),
  CDN_PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  TURNSTILE_SITE_KEY: z.string().min(1).optional(),
  TURNSTILE_SECRET: z.string().min(1).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform(splitList)
    .refine(
      (secrets) => secrets.length > 0 && secrets.every((secret) => secret.startsWith('whsec_')),
      'must begin with whsec_, each of them if there are several',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number('must be a number').int().min(0).max(365, 'must be 0 to 365').default(7),
  BACKUP_EVERY: z.coerce.number('must be a number').int().min(1).max(168, 'must be hours, 1 to 168').optional(),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_KEY: z.string().regex(dataKey, 'must be 32 bytes in base64').optional(),
  DATA_KEYS_OLD: z
    .string()
    .default('')
    .transform(splitList)
    .refine(
      (keys) => keys.every((key) => dataKey.test(key)),
      'must be keys of 32 bytes in base64, separated by commas',
    ),
  DATA_KEYS_LOST: idsOf('data keys'),
  APP_SECRETS_LOST: idsOf('app secrets'),
})

/** Parts that are configured by several settings work with all of them or not at all. */
const jointSettings: (keyof Config)[][] = [
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['CDN_PURGE_URL', 'CDN_PURGE_TOKEN'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
]

/** Settings that have no effect without another one. */
const dependentSettings: [keyof Config, keyof Config][] = [
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['S3_REGION', 'S3_ENDPOINT'],
]

export type Config = z.output<typeof Settings>
export const settingNames = Object.keys(Settings.shape) as (keyof Config)[]

/** Real visitors and real money: neither a developer's machine nor a trial installation. */
export const isLive = ({ NODE_ENV, STAGING }: Pick<Config, 'NODE_ENV' | 'STAGING'>): boolean =>
  NODE_ENV === 'production' && !STAGING

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ?? `${DATA_DIR}/backups`

/** Whether the server makes backups by itself. PostgreSQL is backed up by other means. */
export const hasAutomaticBackups = ({
  DATABASE_URL,
  BACKUP_KEEP,
}: Pick<Config, 'DATABASE_URL' | 'BACKUP_KEEP'>): boolean => !DATABASE_URL && BACKUP_KEEP > 0

/** Settings that cannot be used; the message has one sentence for each, named. */
export class InvalidSettingsError extends OperatorError {}

/**
 * The environment holds much that is not ours, so only our own names are read from it, and a name that continues one of
 * our families (`S3_BUCKT`) is refused; the file `.env` is all ours, so every unknown name in it is refused.
 */
export function readConfig(environment: Record<string, string | undefined>, file: Record<string, string> = {}): Config {
  const families = [
    ...new Set(
      settingNames.filter((name) => /^(CDN|DATABASE|DATA|S3|SMTP|MAIL|TURNSTILE|STRIPE|OWNER|BACKUP)_/.test(name)),
    ),
  ].map((name) => name.slice(0, name.indexOf('_') + 1))
  const known = new Set<string>(settingNames)
  const ours = Object.entries(environment).filter(
    ([name, value]) => value !== undefined && (known.has(name) || families.some((family) => name.startsWith(family))),
  )
  const given = { ...file, ...Object.fromEntries(ours) }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  // Demo content belongs on no real site, unless the operator sets DEMO.
  const standard = set.NODE_ENV === 'production' ? { DEMO: 'off' } : {}
  const read = Settings.safeParse({ ...standard, ...set })
  const problems = read.success
    ? [...missingSettings(read.data), ...unsafeSettings(read.data)]
    : read.error.issues.flatMap(sentencesOfIssue)
  if (!read.success || problems.length) throw new InvalidSettingsError(problems.join('\n'))
  return read.data
}

function sentencesOfIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => `${name} is not a setting of Stagedoor.`)
  return [
    `${issue.path.join('.')} ${issue.message.startsWith('must') ? issue.message : `is not valid: ${issue.message}`}.`,
  ]
}

function missingSettings(config: Config): string[] {
  const alone = dependentSettings.filter(([name, other]) => config[name] !== undefined && config[other] === undefined)
  const incomplete = jointSettings.flatMap((names) => {
    const absent = names.filter((name) => config[name] === undefined)
    if (absent.length === 0 || absent.length === names.length) return []
    const present = names.find((name) => config[name] !== undefined)
    return absent.map((name) => `${name} is missing: it goes with ${present}.`)
  })
  return [...incomplete, ...alone.map(([name, other]) => `${other} is missing: it goes with ${name}.`)]
}

/** Settings that a real site must not run with, each by name. Outside production, test keys are right. */
function unsafeSettings(config: Config): string[] {
  const { NODE_ENV, STAGING, STRIPE_SECRET_KEY: stripe } = config
  return [
    ...(NODE_ENV === 'production' ? weakSecrets(config) : []),
    ...(isLive(config) ? testKeys(config) : []),
    ...(STAGING && stripe && isLiveKey(stripe)
      ? ['STRIPE_SECRET_KEY is a live key, and STAGING=on is for trials; set a test key, or take STAGING away.']
      : []),
  ]
}

type Secret = { name: keyof Config; value: string | undefined; remedy: string; min?: number; key?: Uint8Array }

/** Text that is not percent-encoded is returned unchanged. */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function weakSecrets(config: Config): string[] {
  const password = (url: string | undefined) => url && percentDecode(new URL(url).password)
  const { APP_SECRET, DATA_KEY, METRICS_TOKEN, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = [] } = config
  const stripe = 'copy it from the dashboard of Stripe'
  const makePassword = 'choose a password of its own'
  /** What is guessable is asked only of what a generator makes: people choose passwords, and others limit them. */
  const generated: Secret[] = [
    { name: 'APP_SECRET', value: APP_SECRET, remedy: 'make one with: openssl rand -hex 32' },
    {
      name: 'DATA_KEY',
      value: DATA_KEY,
      key: Buffer.from(DATA_KEY ?? '', 'base64'),
      remedy:
        'make one with: openssl rand -base64 32, and keep this one in DATA_KEYS_OLD until npm run keys:rotate is done',
    },
    { name: 'METRICS_TOKEN', value: METRICS_TOKEN, remedy: 'make one with: openssl rand -hex 32', min: 6 },
    {
      name: 'STRIPE_SECRET_KEY',
      value: STRIPE_SECRET_KEY?.replace(/^(sk|rk)_(org_)?(live|test)_/, ''),
      remedy: stripe,
      min: 6,
    },
    ...STRIPE_WEBHOOK_SECRET.map((value): Secret => {
      return { name: 'STRIPE_WEBHOOK_SECRET', value: value.replace('whsec_', ''), remedy: stripe, min: 6 }
    }),
    ...(['CDN_PURGE_TOKEN', 'S3_SECRET_ACCESS_KEY', 'TURNSTILE_SECRET'] as const).map(
      (name): Secret => ({ name, value: config[name], remedy: 'copy it from the provider', min: 6 }),
    ),
  ]
  const chosen: Secret[] = [
    { name: 'OWNER_PASSWORD', value: config.OWNER_PASSWORD, remedy: makePassword },
    { name: 'DATABASE_URL', value: password(config.DATABASE_URL), remedy: makePassword },
    { name: 'DATABASE_OWNER_URL', value: password(config.DATABASE_OWNER_URL), remedy: makePassword },
    { name: 'SMTP_URL', value: password(config.SMTP_URL), remedy: 'write the password of the mail server there' },
    ...(['S3_ACCESS_KEY_ID', 'TURNSTILE_SITE_KEY'] as const).map(
      (name): Secret => ({ name, value: config[name], remedy: 'copy it from the provider' }),
    ),
  ]
  return [
    ...[...generated, ...chosen].flatMap(({ name, value, remedy }) =>
      value && isPlaceholder(value) ? [`${name} holds a placeholder; ${remedy}.`] : [],
    ),
    ...generated.flatMap(({ name, value, remedy, min = 8, key }) =>
      value && !isPlaceholder(value) && !isTurnstileTestKey(value) && isGuessable(key ?? value, { min })
        ? [`${name} can be guessed; ${remedy}.`]
        : [],
    ),
  ]
}

function testKeys({ STRIPE_SECRET_KEY: stripe, TURNSTILE_SITE_KEY, TURNSTILE_SECRET }: Config): string[] {
  const trial = 'or STAGING=on for a trial installation'
  const turnstile = { TURNSTILE_SITE_KEY, TURNSTILE_SECRET }
  return [
    ...(stripe && !isLiveKey(stripe)
      ? [`STRIPE_SECRET_KEY is a test key, with which no money moves; set a live key, ${trial}.`]
      : []),
    ...Object.entries(turnstile).flatMap(([name, key]) =>
      key && isTurnstileTestKey(key)
        ? [`${name} is a test key, which stops no bot; set a key of your own, ${trial}.`]
        : [],
    ),
  ]
}

/** Where a site lives; links in mails begin with it. Outside production that is a host of this machine, with the port. */
export const siteOrigin = (
  { domain, hosts }: Pick<Site, 'domain' | 'hosts'>,
  { NODE_ENV, PORT }: Pick<Config, 'NODE_ENV' | 'PORT'>,
): string => (NODE_ENV === 'production' ? `https://${domain}` : `http://${hosts[0] ?? domain}:${PORT}`)
