import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#app/config.ts'
import { guideCommands } from '#tests/guide-commands.ts'
import { environment, nodeFlags } from '../scripts/memory-settings.mjs'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'))

test('the example settings name every setting', () => {
  const shown = parseEnv(read('stagedoor.env.example').replaceAll(/^# ?(?=[A-Z0-9_]+=)/gm, ''))
  expect(Object.keys(shown).toSorted()).toEqual(settingNames.toSorted())
})

const example = () => parseEnv(read('stagedoor.env.example')) as Record<string, string>

test('the example settings are rejected until each placeholder is replaced', () => {
  const placeholders = Object.keys(example()).filter((name) => example()[name]!.includes('change-me'))
  expect(placeholders).toEqual([
    ...['DATABASE_OWNER_URL', 'DATABASE_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ])
  const filled = Object.fromEntries(
    Object.entries(example()).map(([name, value]) => [name, value.replace('change-me', 'h8Qm2Lr5Zt9Xv3Kc7Wd1')]),
  )
  expect(readConfig({}, filled)).toMatchObject({ NODE_ENV: 'production', DEMO: false, TRUSTED_PROXIES: ['127.0.0.1'] })
  for (const name of placeholders)
    expect(() => readConfig({}, { ...filled, [name]: example()[name]! })).toThrow(`${name} holds a placeholder`)
})

test('the example settings do not repeat the settings of the units', () => {
  for (const unit of units)
    for (const [, name] of read(unit).matchAll(/(?<=^Environment=.*)\b([A-Z_]+)=/gm))
      expect(example(), name).not.toHaveProperty(name!)
})

test.each(units)('%s starts an existing program as an unprivileged user', (unit) => {
  const words = read(unit)
  const [, program] = /^ExecStart=\/opt\/stagedoor\/node_modules\/\.bin\/node (?:--\S+ )*(\S+)$/m.exec(words)!
  expect(existsSync(program!)).toBe(true)
  for (const line of [
    ...['User=stagedoor', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'PrivateTmp=yes', 'CapabilityBoundingSet='],
    ...['StateDirectory=stagedoor', 'UMask=0077', 'EnvironmentFile=/etc/stagedoor/stagedoor.env'],
  ])
    expect(words.split('\n')).toContain(line)
})

test.each(units.filter((unit) => !unit.includes('backup')))('%s is restarted when its process is frozen', (unit) => {
  const lines = read(unit).split('\n')
  for (const line of [
    'WatchdogSec=60',
    'WatchdogSignal=SIGKILL',
    'NotifyAccess=all',
    'Restart=on-failure',
    'LimitCORE=0',
  ])
    expect(lines).toContain(line)
})

test.each(units.filter((unit) => !unit.includes('backup')))('%s takes as little memory as npm start', (unit) => {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  expect(read(unit)).toContain(`\nEnvironment=${settings.join(' ')}\n`)
  expect(read(unit)).toContain(`/node ${nodeFlags.join(' ')} src/app/`)
})

test('the container takes as little memory as npm start, and compiles with the options that it runs with', () => {
  const words = readFileSync('Containerfile', 'utf8')
  for (const [name, value] of Object.entries(environment))
    expect(words).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'))
  expect(words).toContain(
    `ENTRYPOINT ["/opt/stagedoor/node_modules/.bin/node", ${JSON.stringify(nodeFlags).slice(1, -1).replace(',', ', ')}]`,
  )
  expect(words).toContain(`node ${nodeFlags.join(' ')} scripts/store-compiled.mjs`)
})

test('Caddy drops a frozen process and answers when none is left', () => {
  const words = read('Caddyfile')
  expect(words).toMatch(/response_header_timeout \{\$STAGEDOOR_WAIT:60s\}/)
  expect(words).toMatch(/handle_errors \{[\s\S]*Retry-After/)
})

test('the commands of the guide exist, and it edits the sites before it builds them', () => {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const commands = guideCommands(guide, 'Installing')
  expect(commands.length).toBeGreaterThan(8)
  for (const command of commands) {
    const typed = command.replaceAll(/<(version|repository)>/g, 'x')
    expect(spawnSync('bash', ['-n'], { input: typed, encoding: 'utf8' }).stderr, command).toBe('')
  }
  const at = (words: string) => commands.findIndex((command) => command.includes(words))
  const editing = guide.indexOf('Now edit your sites in `sites/`')
  expect(editing).toBeGreaterThan(guide.indexOf('       git clone'))
  expect(editing).toBeLessThan(guide.indexOf('       node scripts/prepare.mjs build'))
  expect(at('git clone')).toBeLessThan(at('prepare.mjs build'))
  expect(at('prepare.mjs build')).toBeLessThan(at('systemctl enable'))
})

test('the move to PostgreSQL stops the process before it makes the backup', () => {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const [move] = guide.split('\n## From the embedded database to PostgreSQL and S3\n')[1]!.split('\n## ')
  const stopping = move!.indexOf('Stop the process first')
  expect(stopping).toBeGreaterThan(-1)
  expect(stopping).toBeLessThan(move!.indexOf('       npm run backup'))
})
