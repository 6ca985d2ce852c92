import type { Readable } from 'node:stream'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import type { BufferIterator } from '#server/files/send-stream.ts'

/** A key is the id of the site, a slash, and a name. */
export type StoredObject = { key: string; bytes: number; storedAt: Date }

const keyShape = /^[0-9a-f-]{36}(\/[a-z0-9][a-z0-9-]*)+$/

/** Throws for anything that is not a key, before it becomes a path or a URL. */
export function assertObjectKey(key: string): string {
  if (!keyShape.test(key)) throw new Error(`"${key}" is not a key.`)
  return key
}

const prefixShape = /^[0-9a-f-]{36}\/([a-z0-9][a-z0-9-]*\/)*$/

/** A prefix of keys; it begins with the id of a site. */
export function assertObjectKeyPrefix(prefix: string): string {
  if (!prefixShape.test(prefix)) throw new Error(`"${prefix}" does not begin a key.`)
  return prefix
}

/** Stores uploaded files on a disk or in S3. The object under a key never changes. */
export type ObjectStore = {
  /**
   * Moves the file into the store. Resolves once it would survive a power cut. If `known` is given, the file is not
   * measured and hashed again.
   */
  put: (key: string, file: string, known?: { bytes: number; sha256: string }) => Promise<void>
  /** Null if there is no object. */
  head: (key: string) => Promise<{ bytes: number } | null>
  /** Streams an object or a range. Throws ENOENT if there is no object. */
  get: (key: string, range?: ByteRange) => Promise<Readable>
  /**
   * The same in reused buffers, each valid until the second `next` after it: for readers that pass pieces on at once. The
   * disk store reads into the buffers of `space`, which is called while two are still in use.
   */
  lend: (key: string, range: ByteRange, space: () => Buffer) => BufferIterator
  /** Provides the object as a local file while `work` runs. */
  asFile: <T>(key: string, work: (file: string) => Promise<T>) => Promise<T>
  /** Does nothing if there is no object. */
  delete: (key: string) => Promise<void>
  /** All objects with this prefix, which ends with a slash. */
  list: (prefix: string) => AsyncIterable<StoredObject>
  /** The websites that have stored anything. */
  websiteIds: () => Promise<string[]>
}

/** An object that no row refers to is kept for a day: its row may not be committed yet. */
const unreferencedRetentionMs = 86_400_000

/** The names of objects below a prefix that are older than a day. */
export async function listNamesOlderThanADay(store: ObjectStore, prefix: string, now: Date): Promise<string[]> {
  const names: string[] = []
  for await (const { key, storedAt } of store.list(prefix))
    if (+now - +storedAt > unreferencedRetentionMs) names.push(key.slice(prefix.length))
  return names
}
