import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { createKeyRing, type DataKeys, idLength, type WrappingKey } from '#server/crypto/key-ring.ts'

/** Where a value lives. It opens there and nowhere else; `websiteId` is null for a table that no website owns. */
export type Place = { websiteId: string | null; table: string; column: string; rowId: string }

export type Sealer = {
  /** Text that is not well-formed Unicode is kept as PostgreSQL would keep it, with U+FFFD for what is broken. */
  seal: (place: Place, text: string) => Buffer
  /** Throws Unreadable. */
  open: (place: Place, box: Buffer) => string
  /** The same value under the current key, or null when it is already. Throws Unreadable. */
  rewrap: (place: Place, box: Buffer) => Buffer | null
  /** The id of the key that new values are sealed with, and whether a key of that id is here. */
  currentKey: string
  hasKey: (id: string) => boolean
}

/** A sealed value that does not open, never with a word of what is in it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  /** `no-key`: it opens once the key is back. `damaged`: changed, cut short, or moved from its place. */
  readonly why: 'no-key' | 'damaged'

  constructor(why: Unreadable['why'], words: string) {
    super(words)
    this.why = why
  }
}

const version = 1
const nonceLength = 12
const tagLength = 16
const algorithm = 'aes-256-gcm'
const headLength = 1 + idLength
const wrappedLength = nonceLength + 32 + tagLength
const leastLength = headLength + wrappedLength + nonceLength + tagLength

/**
 * Each value has a key of its own, which is wrapped by the data key; so another data key is a matter of some bytes.
 *
 *     1 version | 4 key id | 12 nonce, 32 wrapped key, 16 tag | 12 nonce, the text, 16 tag
 *
 * Nonces are random. A value's own key is used once, and a data key wraps far fewer than 2^32 of them.
 */
export function createSealer(dataKeys: DataKeys): Sealer {
  const ring = createKeyRing(dataKeys)

  function wrap(place: Place, valueKey: Buffer): Buffer {
    const head = Buffer.concat([Buffer.of(version), Buffer.from(ring.current.id, 'hex')])
    return Buffer.concat([head, encrypt(ring.current.key, valueKey, bound(place, head))])
  }

  function unwrap(place: Place, box: Buffer, { key }: WrappingKey): Buffer {
    const head = box.subarray(0, headLength)
    return decrypt(key, box.subarray(headLength, headLength + wrappedLength), bound(place, head))
  }

  function keyOf(box: Buffer): WrappingKey {
    if (box.length < leastLength || box[0] !== version) throw damaged()
    const id = box.toString('hex', 1, headLength)
    const key = ring.find(id)
    if (!key) throw new Unreadable('no-key', `A sealed value needs the data key ${id}, which is not here.`)
    return key
  }

  return {
    seal: (place, text) => {
      const valueKey = randomBytes(32)
      return Buffer.concat([wrap(place, valueKey), encrypt(createSecretKey(valueKey), Buffer.from(text), bound(place))])
    },
    open: (place, box) => {
      const valueKey = createSecretKey(unwrap(place, box, keyOf(box)))
      return decrypt(valueKey, box.subarray(headLength + wrappedLength), bound(place)).toString()
    },
    rewrap: (place, box) => {
      const key = keyOf(box)
      if (key.id === ring.current.id) return null
      return Buffer.concat([wrap(place, unwrap(place, box, key)), box.subarray(headLength + wrappedLength)])
    },
    currentKey: ring.current.id,
    hasKey: (id) => ring.find(id) !== undefined,
  }
}

/** As JSON, so that no two places read the same. */
const bound = ({ websiteId, table, column, rowId }: Place, head: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([websiteId, table, column, rowId]))])

/** Node takes ten times as long over a key that comes as bytes. */
function encrypt(key: KeyObject, plain: Buffer, boundTo: Buffer): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(boundTo)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: KeyObject, box: Buffer, boundTo: Buffer): Buffer {
  const [nonce, tag] = [box.subarray(0, nonceLength), box.subarray(-tagLength)]
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(boundTo).setAuthTag(tag)
  const plain = decipher.update(box.subarray(nonceLength, -tagLength))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    throw damaged()
  }
}

const damaged = () => new Unreadable('damaged', 'A sealed value was changed, cut short or moved from its place.')
