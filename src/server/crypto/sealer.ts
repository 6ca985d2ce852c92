import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { customType } from 'drizzle-orm/pg-core'

/** Additional authenticated data: the cell that a value belongs to. It opens only there. `websiteId` is null for a table without one. */
export type SealContext = { websiteId: string | null; table: string; column: string; rowId: string }

export type Sealer = {
  /** Replaces broken Unicode with U+FFFD, as PostgreSQL would. */
  seal: (context: SealContext, text: string) => Buffer
  /** Throws UnreadableValueError. */
  open: (context: SealContext, box: Buffer) => string
  /** The same value under the current key, or null when it is already. Throws UnreadableValueError. */
  rewrap: (context: SealContext, box: Buffer) => Buffer | null
  /** The id of the key that seals new values. */
  currentKey: string
  hasKey: (id: string) => boolean
}

/** A sealed value does not open. The message never quotes its content. */
export class UnreadableValueError extends Error {
  override readonly name = 'Unreadable'
  /** `no-key`: it opens once the key is back. `damaged`: changed, truncated, or moved to another cell. */
  readonly reason: 'no-key' | 'damaged'

  constructor(why: UnreadableValueError['reason'], words: string) {
    super(words)
    this.reason = why
  }
}

/** 32 bytes each. Old keys only open values that were sealed with them. */
export type DataKeys = { current: Buffer; old?: readonly Buffer[] }

/**
 * A data key ready for use: it wraps the keys of single values, and its id precedes each of them. Derived once, because
 * deriving takes Node longer than using it.
 */
export type WrappingKey = { id: string; key: KeyObject }

export type KeyRing = { current: WrappingKey; find: (id: string) => WrappingKey | undefined }

/** Length of the key id in front of a sealed value. */
export const keyIdLength = 4

const version = 1
const nonceLength = 12
const tagLength = 16
const algorithm = 'aes-256-gcm'
const headLength = 1 + keyIdLength
const wrappedLength = nonceLength + 32 + tagLength
const minLength = headLength + wrappedLength + nonceLength + tagLength

/**
 * Envelope encryption: each value has its own key, wrapped by the data key, so a key rotation rewrites only the wrapped key.
 *
 *     1 version | 4 key id | 12 nonce, 32 wrapped key, 16 tag | 12 nonce, the text, 16 tag
 *
 * Nonces are random. A value's own key is used once, and a data key wraps far fewer than 2^32 of them.
 */
export function createSealer(dataKeys: DataKeys): Sealer {
  const ring = createKeyRing(dataKeys)

  function wrap(context: SealContext, valueKey: Buffer): Buffer {
    const head = Buffer.concat([Buffer.of(version), Buffer.from(ring.current.id, 'hex')])
    return Buffer.concat([head, encrypt(ring.current.key, valueKey, additionalData(context, head))])
  }

  function unwrap(context: SealContext, box: Buffer, { key }: WrappingKey): Buffer {
    const head = box.subarray(0, headLength)
    return decrypt(key, box.subarray(headLength, headLength + wrappedLength), additionalData(context, head))
  }

  function keyOf(box: Buffer): WrappingKey {
    if (box.length < minLength || box[0] !== version) throw damagedError()
    const id = box.toString('hex', 1, headLength)
    const key = ring.find(id)
    if (!key) throw new UnreadableValueError('no-key', `A sealed value needs the data key ${id}, which is missing.`)
    return key
  }

  return {
    seal: (context, text) => {
      const valueKey = randomBytes(32)
      return Buffer.concat([
        wrap(context, valueKey),
        encrypt(createSecretKey(valueKey), Buffer.from(text), additionalData(context)),
      ])
    },
    open: (context, box) => {
      const valueKey = createSecretKey(unwrap(context, box, keyOf(box)))
      return decrypt(valueKey, box.subarray(headLength + wrappedLength), additionalData(context)).toString()
    },
    rewrap: (context, box) => {
      const key = keyOf(box)
      if (key.id === ring.current.id) return null
      return Buffer.concat([wrap(context, unwrap(context, box, key)), box.subarray(headLength + wrappedLength)])
    },
    currentKey: ring.current.id,
    hasKey: (id) => ring.find(id) !== undefined,
  }
}

/** JSON, so that no two contexts give the same bytes. Stored values depend on this format. */
const additionalData = ({ websiteId, table, column, rowId }: SealContext, head: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([websiteId, table, column, rowId]))])

/** Takes a KeyObject: a key as bytes makes Node ten times slower. */
function encrypt(key: KeyObject, plain: Buffer, aad: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, box: Buffer, aad: Buffer): Buffer {
  const [nonce, tag] = [box.subarray(0, nonceLength), box.subarray(-tagLength)]
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(aad).setAuthTag(tag)
  const plain = decipher.update(box.subarray(nonceLength, -tagLength))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    throw damagedError()
  }
}

const damagedError = () =>
  new UnreadableValueError('damaged', 'A sealed value was changed, truncated or moved to another cell.')

export function createKeyRing({ current, old = [] }: DataKeys): KeyRing {
  const keys = [current, ...old].map(wrappingKey)
  return { current: keys[0]!, find: (id) => keys.find((key) => key.id === id) }
}

/** The id is derived from the key, so keys need no numbering; it reveals nothing about the key. */
function wrappingKey(key: Buffer): WrappingKey {
  if (key.length !== 32) throw new Error('A data key has 32 bytes.')
  const hkdf = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', key, '', purpose, length))
  return { id: hkdf('id', keyIdLength).toString('hex'), key: createSecretKey(hkdf('wrap', 32)) }
}

/** A bytea column for bytes that are not sealed, such as keyed hashes. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // One driver returns a Buffer, the other a Uint8Array.
  fromDriver: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
})

/** A bytea column for sealed values. */
export const sealedColumn = bytea
