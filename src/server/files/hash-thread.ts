import { createHash, type Hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import type { HashRequest, HashResult } from '#server/files/hashing.ts'

/** The worker thread of `hashing.ts`. Hashes the pieces of one file in the order in which they come. */
const hashes = new Map<number, Hash>()

parentPort!.on('message', ({ id, of, bytes, isLast }: HashRequest) => {
  const hash = hashes.get(of) ?? createHash('sha256')
  hash.update(bytes)
  if (isLast) hashes.delete(of)
  else hashes.set(of, hash)
  parentPort!.postMessage({ id, sha256: isLast ? hash.digest('hex') : '' } satisfies HashResult)
})
