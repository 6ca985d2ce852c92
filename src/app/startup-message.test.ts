import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { welcomeText } from '#app/startup-message.ts'
import { closedShopWarning } from '#domain/sites/infrastructure.ts'
import type { Site } from '#domain/sites/site.ts'

const sites = [{ name: 'Marlow Quay' }, { name: 'Setlight' }] as Site[]
const linesWith = (settings: Record<string, string>, isClosed = false): string[] =>
  welcomeText({
    config: readConfig(settings),
    sites,
    originOf: ({ name }) => `http://${name.slice(0, 3).toLowerCase()}.localhost:3000`,
    isClosed,
  }).split('\n')

test('the message at the start ends with the addresses of each site, its sign-in and its mails', () => {
  expect(linesWith({}, true)).toEqual([
    closedShopWarning,
    'Stagedoor is ready:',
    '  Marlow Quay',
    '    Site    http://mar.localhost:3000/',
    '    Admin   http://mar.localhost:3000/admin',
    '    Sign in http://mar.localhost:3000/admin/login',
    '    Mail    http://mar.localhost:3000/dev/mail',
    '  Setlight',
    '    Site    http://set.localhost:3000/',
    '    Admin   http://set.localhost:3000/admin',
    '    Sign in http://set.localhost:3000/admin/login',
    '    Mail    http://set.localhost:3000/dev/mail',
  ])
})

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['with a mail server', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hello@marlowquay.example' }],
])('the message at the start names no address for mails %s', (_, settings) => {
  expect(linesWith(settings).at(-1)).toBe('    Sign in http://set.localhost:3000/admin/login')
})
