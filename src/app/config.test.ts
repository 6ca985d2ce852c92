import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#app/config.ts'

test('reads defaults and no DATABASE_URL from an environment without settings', () => {
  const config = readConfig({ HOME: '/home/ada', PATH: '/bin' })
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', DEMO: true, DEV_PAGES: false })
  expect(config.DATABASE_URL).toBeUndefined()
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a number.'],
  [{ PORT: '70000' }, 'PORT must be a port, 0 to 65535.'],
  [{ DEMO: 'no' }, 'DEMO must be on or off.'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
  [{ OWNER_EMAIL: 'ada' }, 'OWNER_EMAIL must be an email address.'],
  [{ DATA_KEY: 'short' }, 'DATA_KEY must be 32 bytes in base64.'],
  [
    { DATA_KEYS_LOST: 'the old one' },
    'DATA_KEYS_LOST must be ids of data keys (8 digits and letters from a to f), separated by commas.',
  ],
  [
    { APP_SECRETS_LOST: 'old' },
    'APP_SECRETS_LOST must be ids of app secrets (8 digits and letters from a to f), separated by commas.',
  ],
  [{ DATA_KEYS_OLD: 'short' }, 'DATA_KEYS_OLD must be keys of 32 bytes in base64, separated by commas.'],
  [{ S3_BUCKT: 'files' }, 'S3_BUCKT is not a setting of Stagedoor.'],
  [{ DATA_KEYZ: 'x' }, 'DATA_KEYZ is not a setting of Stagedoor.'],
  [{ TRUSTED_PROXIES: '10.0.0.1, nonsense' }, 'TRUSTED_PROXIES must be IP addresses or networks like 10.0.0.0/8.'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be IP addresses or networks like 10.0.0.0/8.'],
  [{ DATABASE_OWNER_URL: 'postgres://db/x' }, 'DATABASE_URL is missing: it goes with DATABASE_OWNER_URL.'],
  [{ S3_REGION: 'eu' }, 'S3_ENDPOINT is missing: it goes with S3_REGION.'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing: it goes with SMTP_URL.'],
  [{ CDN_PURGE_URL: 'https://cdn.example' }, 'CDN_PURGE_TOKEN is missing: it goes with CDN_PURGE_URL.'],
  [{ CDN_PURGE_TOKN: 'x' }, 'CDN_PURGE_TOKN is not a setting of Stagedoor.'],
])('rejects the setting %o with its name', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

const live = {
  STRIPE_SECRET_KEY: 'sk_live_51Kq9ZbVtR2mXw7Yp',
  STRIPE_WEBHOOK_SECRET: 'whsec_h8Qm2Lr5Zt9Xv3Kc7Wd1',
}
const s3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'AKh8Qm2Lr5Zt9X' }
const turnstile = { TURNSTILE_SITE_KEY: '1x00000000000000000000AA', TURNSTILE_SECRET: '0x4AAAAAAADnPIDROrmt1Wwj' }

test.each([
  [{ APP_SECRET: 'change-me-'.repeat(4) }, 'APP_SECRET holds a placeholder; make one with: openssl rand -hex 32.'],
  [{ APP_SECRET: 'canary-secret'.repeat(4) }, 'APP_SECRET can be guessed; make one with: openssl rand -hex 32.'],
  [{ DATA_KEY: Buffer.alloc(32).toString('base64') }, 'DATA_KEY can be guessed; make one with'],
  [{ METRICS_TOKEN: '1234567890123456' }, 'METRICS_TOKEN can be guessed;'],
  [{ OWNER_PASSWORD: 'change-me' }, 'OWNER_PASSWORD holds a placeholder;'],
  [{ DATABASE_URL: 'postgres://app:change-me@db/x' }, 'DATABASE_URL holds a placeholder;'],
  [
    { DATABASE_URL: 'postgres://app:hush@db/x', DATABASE_OWNER_URL: 'postgres://owner:change-me@db/x' },
    'DATABASE_OWNER_URL holds a placeholder;',
  ],
  [{ SMTP_URL: 'smtps://user:change-me@mail', MAIL_FROM: 'a@b.example' }, 'SMTP_URL holds a placeholder;'],
  [{ ...live, STRIPE_SECRET_KEY: 'sk_live_change-me' }, 'STRIPE_SECRET_KEY holds a placeholder;'],
  [{ ...live, STRIPE_WEBHOOK_SECRET: 'whsec_change-me' }, 'STRIPE_WEBHOOK_SECRET holds a placeholder;'],
  [{ ...live, STRIPE_WEBHOOK_SECRET: 'whsec_abcabcabcabc' }, 'STRIPE_WEBHOOK_SECRET can be guessed;'],
  [
    { ...live, STRIPE_SECRET_KEY: 'sk_test_51Kq9ZbVtR2mXw7Yp' },
    'STRIPE_SECRET_KEY is a test key, with which no money moves; set a live key, or STAGING=on for a trial installation.',
  ],
  [{ ...live, STRIPE_SECRET_KEY: 'rk_test_51Kq9ZbVtR2mXw7Yp' }, 'STRIPE_SECRET_KEY is a test key'],
  [
    { ...turnstile, TURNSTILE_SECRET: 'ababababababababab' },
    'TURNSTILE_SECRET can be guessed; copy it from the provider.',
  ],
  [{ ...s3, S3_SECRET_ACCESS_KEY: '1234567890123456' }, 'S3_SECRET_ACCESS_KEY can be guessed;'],
  [turnstile, 'TURNSTILE_SITE_KEY is a test key, which stops no bot;'],
  [
    { ...turnstile, TURNSTILE_SITE_KEY: '0x4AAA', TURNSTILE_SECRET: '1x0000000000000000000000000000000AA' },
    'TURNSTILE_SECRET is a test key',
  ],
])('production rejects %o with the setting’s name and without its value', (settings, sentence) => {
  expect(() => readConfig(settings)).not.toThrow()
  const start = () => readConfig({ ...settings, NODE_ENV: 'production' })
  expect(start).toThrow(sentence)
  for (const value of Object.values(settings)) expect(start).not.toThrow(value)
})

test('production accepts keys that are not placeholders and not guessable', () => {
  const made = { APP_SECRET: 'seven lanterns drift past the old harbour wall', DATA_KEYS_OLD: `${'A'.repeat(43)}=` }
  expect(readConfig({ ...live, ...made, NODE_ENV: 'production' }).STRIPE_WEBHOOK_SECRET).toEqual([
    live.STRIPE_WEBHOOK_SECRET,
  ])
})

test('a staging installation accepts test keys and no live key', () => {
  const staging = { NODE_ENV: 'production', STAGING: 'on' }
  const test = { ...live, ...turnstile, STRIPE_SECRET_KEY: 'sk_test_51Kq9ZbVtR2mXw7Yp' }
  expect(readConfig({ ...test, ...staging }).STAGING).toBe(true)
  expect(() => readConfig({ ...live, ...staging })).toThrow(
    'STRIPE_SECRET_KEY is a live key, and STAGING=on is for trials',
  )
  expect(() => readConfig({ ...live, STAGING: 'on' })).toThrow('STRIPE_SECRET_KEY is a live key')
  expect(() => readConfig({ ...staging, APP_SECRET: 'x'.repeat(32) })).toThrow('APP_SECRET')
})

test('demo content is filled in production only when it is asked for', () => {
  expect(readConfig({}).DEMO).toBe(true)
  expect(readConfig({ NODE_ENV: 'production' }).DEMO).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', STAGING: 'on' }).DEMO).toBe(false)
  expect(readConfig({ DEMO: '' }, { NODE_ENV: 'production' }).DEMO).toBe(false)
  expect(readConfig({ NODE_ENV: 'production', DEMO: 'on' }).DEMO).toBe(true)
})

test('trusted proxies are IPv4 or IPv6 addresses and networks', () => {
  const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 fd00::/8,::1' })
  expect(TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1'])
})

test('names all invalid settings at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT.*\n.*DEMO/)
})

test('rejects an unknown name in the settings file', () => {
  expect(() => readConfig({}, { PROT: '3000' })).toThrow('PROT is not a setting of Stagedoor.')
})

test('the environment overrides the settings file, and an empty value counts as unset', () => {
  expect(readConfig({ PORT: '4000' }, { PORT: '5000' }).PORT).toBe(4000)
  expect(readConfig({ PORT: '' }).PORT).toBe(3000)
})

test('the example file shows every setting', () => {
  const example = readFileSync('.env.example', 'utf8')
  const shown = Object.keys(parseEnv(example.replaceAll(/^# ?(?=[A-Z0-9_]+=)/gm, '')))
  expect(shown.toSorted()).toEqual(settingNames.toSorted())
})
