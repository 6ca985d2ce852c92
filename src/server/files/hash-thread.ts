import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { Done, Order } from '#server/files/hashing.ts'

/** The thread of `hashing.ts`: what belongs to one file is hashed in the order in which it comes. */
const hashes = new Map<number, Hash>()

parentPort!.on('message', ({ id, of, bytes, isLast }: Order) => {
  const hash = hashes.get(of) ?? createHash('sha256')
  hash.update(bytes)
  if (isLast) hashes.delete(of)
  else hashes.set(of, hash)
  parentPort!.postMessage({ id, sha256: isLast ? hash.digest('hex') : '' } satisfies Done)
})
