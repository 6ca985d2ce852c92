import type { Readable } from 'node:stream'
import type { Range } from '#domain/files/range.ts'
import type { Lent } from '#server/files/outflow.ts'

/** What is kept under a key: the id of its website, a slash, and what it is called there. */
export type StoredObject = { key: string; bytes: number; storedAt: Date }

const keyShape = /^[0-9a-f-]{36}(\/[a-z0-9][a-z0-9-]*)+$/

/** Nothing that is not a key becomes a path or an address. */
export function checkedKey(key: string): string {
  if (!keyShape.test(key)) throw new Error(`"${key}" is not a key.`)
  return key
}

const prefixShape = /^[0-9a-f-]{36}\/([a-z0-9][a-z0-9-]*\/)*$/

/** The beginning of keys: of all of a website, or of some of them. */
export function checkedPrefix(prefix: string): string {
  if (!prefixShape.test(prefix)) throw new Error(`"${prefix}" does not begin a key.`)
  return prefix
}

/** Where uploaded files are: on a disk, or with a service that speaks S3. What is under a key never changes. */
export type ObjectStore = {
  /**
   * Takes the file over: it is gone from where it was. Resolves once it would survive a power cut. What is `known` of
   * the file is not found out again.
   */
  put: (key: string, file: string, known?: { bytes: number; sha256: string }) => Promise<void>
  /** How large it is; null when there is nothing. */
  head: (key: string) => Promise<{ bytes: number } | null>
  /** The bytes, or some of them, as fast as they are taken. Throws when there is nothing. */
  get: (key: string, range?: Range) => Promise<Readable>
  /**
   * The same in pieces that are lent, each until the second one after it is asked for: for those who pass them on at once.
   * Where the pieces can be chosen, they are put into what `space` gives, which is asked while two are still lent.
   */
  lend: (key: string, range: Range, space: () => Buffer) => Lent
  /** For those who need a path: the whole as a file of this machine, as long as the work takes. */
  asFile: <T>(key: string, work: (file: string) => Promise<T>) => Promise<T>
  /** Nothing to do where there is nothing. */
  delete: (key: string) => Promise<void>
  /** All whose key begins like this; the prefix ends with a slash. */
  list: (prefix: string) => AsyncIterable<StoredObject>
}
