import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Explained } from '#domain/explained.ts'
import type { DataKeys } from '#server/crypto/key-ring.ts'

export type Secrets = { appSecret: string; dataKeys: DataKeys }

type Given = { APP_SECRET?: string | undefined; DATA_KEY?: string | undefined; DATA_KEYS_OLD?: readonly string[] }

/** Keys given by the settings, or made on the first start and kept where only the process's own user can read them. */
export function readSecrets(dataDir: string, { APP_SECRET, DATA_KEY, DATA_KEYS_OLD = [] }: Given): Secrets {
  const folder = `${dataDir}/secrets`
  const appSecret = APP_SECRET ?? kept(folder, 'app-secret', /^[\w-]{43}$/, 'base64url')
  const dataKey = DATA_KEY ?? kept(folder, 'data-key', /^[A-Za-z0-9+/]{43}=$/, 'base64')
  const bytes = (key: string) => Buffer.from(key, 'base64')
  return { appSecret, dataKeys: { current: bytes(dataKey), old: DATA_KEYS_OLD.map(bytes) } }
}

function kept(folder: string, name: string, shape: RegExp, encoding: 'base64' | 'base64url'): string {
  const path = `${folder}/${name}`
  if (!existsSync(path)) keep(folder, path, randomBytes(32).toString(encoding))
  const secret = readFileSync(path, 'utf8').trim()
  if (!shape.test(secret)) throw new Explained(`The file ${path} does not hold a key; restore it from a backup.`)
  return secret
}

/** On the disk for certain before anything is sealed with it, and never half written. */
function keep(folder: string, path: string, secret: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.new`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true })
  renameSync(draft, path)
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
