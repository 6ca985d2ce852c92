import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { OperatorError } from '#domain/operator-error.ts'
import { isGuessable, isPlaceholder } from '#domain/settings/weak-secrets.ts'
import type { DataKeys } from '#server/crypto/sealer.ts'
import { syncPathSync } from '#server/platform.ts'

export type Secrets = { appSecret: string; dataKeys: DataKeys }

type SecretSettings = {
  NODE_ENV?: string | undefined
  APP_SECRET?: string | undefined
  DATA_KEY?: string | undefined
  DATA_KEYS_OLD?: readonly string[]
}

/**
 * Keys given by the settings, or made on the first start and kept where only the process's own user can read them.
 * With `mayCreate: false` a missing key is an error: a command that reads existing data creates none. In production a
 * weak key in a file is refused, as `readConfig` refuses one in a setting; `mayBeWeak` is for commands that help to
 * replace it.
 */
export function readSecrets(
  dataDir: string,
  settings: SecretSettings,
  { mayCreate = true, mayBeWeak = false } = {},
): Secrets {
  const { APP_SECRET, DATA_KEY, DATA_KEYS_OLD = [] } = settings
  const folder = `${dataDir}/secrets`
  const appSecret = APP_SECRET ?? readOrCreateKey(folder, appSecretFile, mayCreate)
  const dataKey = DATA_KEY ?? readOrCreateKey(folder, dataKeyFile, mayCreate)
  const old = DATA_KEY ? DATA_KEYS_OLD : [...DATA_KEYS_OLD, ...readOldKeys(folder)]
  const decodeBase64 = (key: string) => Buffer.from(key, 'base64')
  const secrets = { appSecret, dataKeys: { current: decodeBase64(dataKey), old: old.map(decodeBase64) } }
  const weak = mayBeWeak ? [] : weakKeyFiles(dataDir, settings)
  if (weak.length) throw new OperatorError(weak.map(({ message, fix }) => `${message}. ${fix}`).join('\n'))
  return secrets
}

/** The key files in use that a production process refuses. A key in the settings is checked by `readConfig`. */
export function weakKeyFiles(
  dataDir: string,
  { NODE_ENV, APP_SECRET, DATA_KEY }: SecretSettings,
): { message: string; fix: string }[] {
  if (NODE_ENV !== 'production') return []
  const checked = (name: string, fix: string, bytesOf: (text: string) => string | Uint8Array) => {
    const path = `${dataDir}/secrets/${name}`
    const text = existsSync(path) ? textIn(path) : ''
    if (text && isPlaceholder(text)) return [{ message: `The file ${path} holds a placeholder`, fix }]
    return text && isGuessable(bytesOf(text)) ? [{ message: `The key in ${path} can be guessed`, fix }] : []
  }
  const makeSecret =
    'Make another with: openssl rand -hex 32, and name this one in APP_SECRETS_LOST; docs/operations.md says what you lose.'
  return [
    ...(APP_SECRET ? [] : checked(appSecretFile.name, makeSecret, (text) => text)),
    ...(DATA_KEY
      ? []
      : checked(dataKeyFile.name, 'Make another with: npm run keys:rotate.', (text) => Buffer.from(text, 'base64'))),
  ]
}

const dataKeyShape = /^[A-Za-z0-9+/]{43}=$/
/** The minimum length of the setting APP_SECRET, so that every value a start accepts can be restored into the file. */
const minAppSecretLength = 32

type KeyFile = { name: string; isKey: (text: string) => boolean; encoding: 'base64' | 'base64url' }
const appSecretFile: KeyFile = {
  name: 'app-secret',
  isKey: (text) => text.length >= minAppSecretLength,
  encoding: 'base64url',
}
const dataKeyFile: KeyFile = { name: 'data-key', isKey: (text) => dataKeyShape.test(text.trim()), encoding: 'base64' }

export const oldKeysFile = 'data-keys-old'

/** Where a person finds the old keys. */
export const describeOldKeysLocation = ({ DATA_DIR, DATA_KEY }: SecretSettings & { DATA_DIR: string }): string =>
  DATA_KEY ? 'DATA_KEYS_OLD' : `${DATA_DIR}/secrets/${oldKeysFile}`

/** Replaces the data key in the data folder and keeps the old one beside it. Does not rewrap any value. */
export function renewDataKey(dataDir: string): void {
  const folder = `${dataDir}/secrets`
  const old = [...readOldKeys(folder), readOrCreateKey(folder, dataKeyFile, true)]
  writeDurably(folder, `${folder}/${oldKeysFile}`, [...new Set(old)].join('\n'))
  writeDurably(folder, `${folder}/data-key`, randomBytes(32).toString('base64'))
}

/** As they stand in a backup. */
export type EncodedSecrets = { appSecret: string; dataKey: string; oldKeys: string[] }

export function encodeSecrets({ appSecret, dataKeys }: Secrets): EncodedSecrets {
  const text = (key: Buffer) => key.toString('base64')
  return { appSecret, dataKey: text(dataKeys.current), oldKeys: (dataKeys.old ?? []).map(text) }
}

/** As they are used. */
export const decodeDataKeys = ({ dataKey, oldKeys }: EncodedSecrets): DataKeys => ({
  current: Buffer.from(dataKey, 'base64'),
  old: oldKeys.map((key) => Buffer.from(key, 'base64')),
})

/** Puts the keys of a backup where a start finds them; never in the place of others. */
export function storeSecrets(
  dataDir: string,
  { appSecret, dataKey, oldKeys }: EncodedSecrets,
  given: SecretSettings,
): void {
  const folder = `${dataDir}/secrets`
  const put = (name: string, secret: string) => {
    const path = `${folder}/${name}`
    if (existsSync(path) && textIn(path) !== secret)
      throw new OperatorError(`The file ${path} holds another key than the backup; move it away, and restore again.`)
    writeDurably(folder, path, secret)
  }
  if (!given.APP_SECRET) put('app-secret', appSecret)
  else if (given.APP_SECRET !== appSecret)
    throw new OperatorError('APP_SECRET is not the one of the backup; leave it out, and it is restored with the rest.')
  if (!given.DATA_KEY) {
    put('data-key', dataKey)
    if (oldKeys.length) put(oldKeysFile, oldKeys.join('\n'))
  } else if (!isSameKey(given.DATA_KEY, dataKey))
    throw new OperatorError('DATA_KEY is not the one of the backup; leave it out, and it is restored with the rest.')
}

/** The last letter of a key in base64 has two bits that say nothing. */
const isSameKey = (one: string, other: string) => Buffer.from(one, 'base64').equals(Buffer.from(other, 'base64'))

/** What the process that has the embedded database open says about its data key: no other one can look into there. */
export type KeyState = { keyId: string; isEverywhere: boolean }

const stateFile = (dataDir: string) => `${dataDir}/secrets/data-key-state`

export function writeKeyState(dataDir: string, { keyId, isEverywhere }: KeyState): void {
  writeDurably(`${dataDir}/secrets`, stateFile(dataDir), `${keyId} ${isEverywhere ? 'everywhere' : 'begun'}`)
}

export function readKeyState(dataDir: string): KeyState | null {
  const path = stateFile(dataDir)
  const [, keyId, state] =
    (existsSync(path) && /^([0-9a-f]{8}) (everywhere|begun)$/m.exec(readFileSync(path, 'utf8'))) || []
  return keyId ? { keyId, isEverywhere: state === 'everywhere' } : null
}

type StoredPassword = { email: string; password: string; by: string }

/**
 * A password that was generated for the owner, until it is printed: it is not lost when the process is killed in between.
 * It is stored beside the keys and deleted as soon as it is printed.
 */
export type PendingPassword = {
  /** One that a process has left that is not there any more, or this one itself. */
  left: () => Omit<StoredPassword, 'by'> | null
  /** Makes one, unless another process has just done so in this folder: then it is that one. */
  make: (email: string) => string
  remove: () => void
}

export function pendingOwnerPassword(dataDir: string): PendingPassword {
  const folder = `${dataDir}/secrets`
  const path = `${folder}/owner-password`
  const read = (): StoredPassword | null => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)
  return {
    left: () => {
      const pending = read()
      return pending && (pending.by === processMark() || !isRunning(pending.by)) ? pending : null
    },
    make: (email) => {
      const made: StoredPassword = { email, password: randomBytes(12).toString('base64url'), by: processMark() }
      writeDurably(folder, path, JSON.stringify(made), unlessThere)
      return read()?.password ?? made.password
    },
    remove: () => rmSync(path, { force: true }),
  }
}

/** A process by its number and when it began, because numbers are given again. */
function processMark(pid = process.pid): string {
  const stat = `/proc/${pid}/stat`
  // The 22nd field, and the second may hold spaces.
  const began = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')[19] : ''
  return `${pid} ${began}`
}

const isRunning = (mark: string): boolean => existsSync('/proc/self') && processMark(Number.parseInt(mark, 10)) === mark

function readOldKeys(folder: string): string[] {
  const path = `${folder}/${oldKeysFile}`
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  if (!lines.every((line) => dataKeyShape.test(line))) throw notKeys(path)
  return lines
}

function readOrCreateKey(folder: string, { name, isKey, encoding }: KeyFile, mayCreate: boolean): string {
  const path = `${folder}/${name}`
  if (!existsSync(path)) {
    if (!mayCreate) throw new OperatorError(`The file ${path} is missing; bring it back from a backup.`)
    writeDurably(folder, path, randomBytes(32).toString(encoding), unlessThere)
  }
  const secret = textIn(path)
  if (!isKey(secret)) throw notKeys(path)
  return secret
}

/** Without the end of its line, and nothing else: a phrase may begin or end with a space. */
const textIn = (path: string) => readFileSync(path, 'utf8').replace(/\n$/, '')

const notKeys = (path: string) => new OperatorError(`The file ${path} does not hold a key; restore it from a backup.`)

/** Writes a secret completely or not at all, and syncs it before anything is sealed with it. */
function writeDurably(
  folder: string,
  path: string,
  secret: string,
  put: (draft: string, path: string) => void = renameSync,
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  put(draft, path)
  syncPathSync(folder)
}

/** Of several processes that start together one creates the key, and all of them read that one. */
function unlessThere(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
