import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#app/config.ts'

test('with nothing configured every part is embedded', () => {
  const config = readConfig({ HOME: '/home/ada', PATH: '/bin' })
  expect(config).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', DEMO: true, DEV_PAGES: false })
  expect(config.DATABASE_URL).toBeUndefined()
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a number.'],
  [{ PORT: '70000' }, 'PORT must be a port, 0 to 65535.'],
  [{ DEMO: 'no' }, 'DEMO must be on or off.'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
  [{ OWNER_EMAIL: 'ada' }, 'OWNER_EMAIL must be an e-mail address.'],
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
])('the setting %o is refused by name', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('proxies are addresses and networks of either kind', () => {
  const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8 fd00::/8,::1' })
  expect(TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1'])
})

test('every wrong setting is named at once', () => {
  expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT.*\n.*DEMO/)
})

test('a name in the settings file that is not a setting is refused', () => {
  expect(() => readConfig({}, { PROT: '3000' })).toThrow('PROT is not a setting of Stagedoor.')
})

test('the environment wins over the settings file, and an empty value counts as none', () => {
  expect(readConfig({ PORT: '4000' }, { PORT: '5000' }).PORT).toBe(4000)
  expect(readConfig({ PORT: '' }).PORT).toBe(3000)
})

test('the example file shows every setting', () => {
  const example = readFileSync('.env.example', 'utf8')
  const shown = Object.keys(parseEnv(example.replaceAll(/^# ?(?=[A-Z0-9_]+=)/gm, '')))
  expect(shown.toSorted()).toEqual(settingNames.toSorted())
})
