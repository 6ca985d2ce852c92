import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** 32 bytes each. The old ones still open what was sealed with them; nothing new is sealed with them. */
export type DataKeys = { current: Buffer; old?: readonly Buffer[] }

/**
 * A data key as it is used: it wraps the keys of single values, and its id stands in front of each of them. Made ready
 * once, because Node takes longer over that than over the use of it.
 */
export type WrappingKey = { id: string; key: KeyObject }

export type KeyRing = { current: WrappingKey; find: (id: string) => WrappingKey | undefined }

/** Bytes in front of a sealed value that name its key. */
export const idLength = 4

export function createKeyRing({ current, old = [] }: DataKeys): KeyRing {
  const keys = [current, ...old].map(wrappingKey)
  return { current: keys[0]!, find: (id) => keys.find((key) => key.id === id) }
}

/** The id comes from the key itself, so nobody has to number keys, and it says nothing about the key. */
function wrappingKey(key: Buffer): WrappingKey {
  if (key.length !== 32) throw new Error('A data key has 32 bytes.')
  const derived = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', key, '', purpose, length))
  return { id: derived('id', idLength).toString('hex'), key: createSecretKey(derived('wrap', 32)) }
}
