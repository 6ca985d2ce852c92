import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '#app/config.ts'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'))

test('the example of the settings names every setting', () => {
  const shown = parseEnv(read('stagedoor.env.example').replaceAll(/^# ?(?=[A-Z0-9_]+=)/gm, ''))
  expect(Object.keys(shown).toSorted()).toEqual(settingNames.toSorted())
})

const example = () => parseEnv(read('stagedoor.env.example')) as Record<string, string>

test('the example is refused until each of its placeholders is replaced, and can be used then', () => {
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

test('the example leaves alone what the units say', () => {
  for (const unit of units)
    for (const [, name] of read(unit).matchAll(/(?<=^Environment=.*)\b([A-Z_]+)=/gm))
      expect(example(), name).not.toHaveProperty(name!)
})

test.each(units)('%s starts a program that is there, as somebody who may do nothing else', (unit) => {
  const words = read(unit)
  const [, program] = /^ExecStart=\/opt\/stagedoor\/node_modules\/\.bin\/node (\S+)$/m.exec(words)!
  expect(existsSync(program!)).toBe(true)
  for (const line of [
    ...['User=stagedoor', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'PrivateTmp=yes', 'CapabilityBoundingSet='],
    ...['StateDirectory=stagedoor', 'UMask=0077', 'EnvironmentFile=/etc/stagedoor/stagedoor.env'],
  ])
    expect(words.split('\n')).toContain(line)
})
