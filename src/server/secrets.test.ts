import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { encodeSecrets, readKeyState, readSecrets, renewDataKey, storeSecrets, writeKeyState } from '#server/secrets.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('generates secrets on the first start, readable for their user only', () => {
  const folder = newFolder()
  const made = readSecrets(folder, {})
  expect(readSecrets(folder, {})).toEqual(made)
  expect(made.dataKeys.current).toHaveLength(32)
  expect(made.appSecret.length).toBeGreaterThanOrEqual(32)
  const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8)
  expect([mode('secrets'), mode('secrets/app-secret'), mode('secrets/data-key')]).toEqual(['700', '600', '600'])
  expect(readSecrets(newFolder(), {})).not.toEqual(made)
})

test('processes that start at the same moment read the same secrets', async () => {
  const folder = newFolder()
  const script = `import('#server/secrets.ts').then(({ readSecrets }) => console.log(readSecrets('${folder}', {}).appSecret))`
  const read = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const all = await Promise.all(Array.from({ length: 6 }, read))
  expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(1)
  expect(readdirSync(join(folder, 'secrets')).toSorted()).toEqual(['app-secret', 'data-key'])
})

test('uses the secrets of the settings and generates none', () => {
  const folder = newFolder()
  const [DATA_KEY, old] = ['A', 'B'].map((letter) => Buffer.alloc(32, letter).toString('base64'))
  const { appSecret, dataKeys } = readSecrets(folder, { APP_SECRET: 's'.repeat(32), DATA_KEY, DATA_KEYS_OLD: [old!] })
  expect(appSecret).toBe('s'.repeat(32))
  expect(dataKeys).toEqual({ current: Buffer.alloc(32, 'A'), old: [Buffer.alloc(32, 'B')] })
  expect(() => statSync(join(folder, 'secrets'))).toThrow('ENOENT')
})

test.each([
  ['hex', 'f0e1d2c3b4a5968778695a4b3c2d1e0f'.repeat(2)],
  ['base64', randomBytes(32).toString('base64')],
  ['base64url', randomBytes(48).toString('base64url')],
  ['a phrase', 'the ferry leaves at seven, and nobody is on the quay'],
  ['a phrase with spaces around it', '  zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich '],
  ['the shortest', 'x'.repeat(32)],
])('restores an APP_SECRET that is %s unchanged', (_, APP_SECRET) => {
  expect(readConfig({ APP_SECRET })).toMatchObject({ APP_SECRET })
  const texts = encodeSecrets(readSecrets(newFolder(), { APP_SECRET }))
  const folder = newFolder()
  storeSecrets(folder, texts, {})
  // One that was cut short is run again.
  storeSecrets(folder, texts, {})
  expect(readSecrets(folder, {}).appSecret).toBe(APP_SECRET)
})

test('accepts a different base64 spelling of the same data key', () => {
  const [written, other] = ['A', 'B'].map((last) => `${'A'.repeat(42)}${last}=`)
  const given = { APP_SECRET: 's'.repeat(32), DATA_KEY: other }
  storeSecrets(newFolder(), { appSecret: given.APP_SECRET, dataKey: written!, oldKeys: [] }, given)
})

test('a command that may not generate keys fails without them', () => {
  const folder = newFolder()
  expect(() => readSecrets(folder, {}, { mayCreate: false })).toThrow('app-secret is missing')
  expect(readdirSync(folder)).toEqual([])
})

test.each(['app-secret', 'data-key'])('rejects an empty or truncated %s', (name) => {
  const folder = newFolder()
  readSecrets(folder, {})
  const path = join(folder, 'secrets', name)
  for (const left of ['', readFileSync(path, 'utf8').slice(0, 20)]) {
    writeFileSync(path, left)
    expect(() => readSecrets(folder, {})).toThrow(`${name} does not hold a key`)
  }
})

const goodPhrase = 'seven lanterns drift past the old harbour wall'

test.each([
  ['app-secret', 'abcd'.repeat(8), 'app-secret can be guessed'],
  ['app-secret', 'change-me-change-me-change-me-now', 'app-secret holds a placeholder'],
  ['data-key', Buffer.alloc(32).toString('base64'), 'data-key can be guessed'],
  ['data-key', Buffer.alloc(32, 'abc').toString('base64'), 'data-key can be guessed'],
])('production refuses a weak %s in its file by name', (name, weak, sentence) => {
  const folder = newFolder()
  const { dataKey } = encodeSecrets(readSecrets(folder, {}))
  const path = join(folder, 'secrets', name)
  writeFileSync(path, weak)
  expect(() => readSecrets(folder, {})).not.toThrow()
  const start = () => readSecrets(folder, { NODE_ENV: 'production' })
  expect(start).toThrow(sentence)
  expect(start).toThrow(path)
  expect(start).not.toThrow(weak)
  // For the command that replaces it, and when the setting is used instead of the file.
  readSecrets(folder, { NODE_ENV: 'production' }, { mayBeWeak: true })
  readSecrets(folder, { NODE_ENV: 'production', APP_SECRET: goodPhrase, DATA_KEY: dataKey })
})

test('production accepts generated keys, a phrase, and the data key after a weak one', () => {
  const folder = newFolder()
  readSecrets(folder, { NODE_ENV: 'production' })
  readSecrets(folder, { NODE_ENV: 'production' })
  writeFileSync(join(folder, 'secrets/app-secret'), goodPhrase)
  writeFileSync(join(folder, 'secrets/data-key'), Buffer.alloc(32).toString('base64'))
  renewDataKey(folder)
  const { appSecret, dataKeys } = readSecrets(folder, { NODE_ENV: 'production' })
  expect([appSecret, dataKeys.old]).toEqual([goodPhrase, [Buffer.alloc(32)]])
})

test('after a rotation of the data key, the old one still opens its values', () => {
  const folder = newFolder()
  const first = readSecrets(folder, {})
  renewDataKey(folder)
  const second = readSecrets(folder, {})
  expect(second.appSecret).toBe(first.appSecret)
  expect(second.dataKeys.current).not.toEqual(first.dataKeys.current)
  expect(second.dataKeys.old).toEqual([first.dataKeys.current])
  renewDataKey(folder)
  expect(readSecrets(folder, {}).dataKeys.old).toEqual([first.dataKeys.current, second.dataKeys.current])
  expect((statSync(join(folder, 'secrets/data-keys-old')).mode & 0o777).toString(8)).toBe('600')
  writeFileSync(join(folder, 'secrets/data-keys-old'), 'half a k')
  expect(() => readSecrets(folder, {})).toThrow('data-keys-old does not hold a key')
})

test('reads the key state that the running process has written, and ignores malformed text', () => {
  const folder = newFolder()
  expect(readKeyState(folder)).toBeNull()
  for (const isEverywhere of [false, true]) {
    writeKeyState(folder, { keyId: '0a1b2c3d', isEverywhere })
    expect(readKeyState(folder)).toEqual({ keyId: '0a1b2c3d', isEverywhere })
  }
  writeFileSync(join(folder, 'secrets/data-key-state'), '0a1b')
  expect(readKeyState(folder)).toBeNull()
})
