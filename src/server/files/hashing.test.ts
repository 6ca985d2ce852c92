import { createHash, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startHashing } from '#server/files/hashing.ts'

function shared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

test('hashes many files concurrently, each in the order of its bytes', async () => {
  const files = Array.from({ length: 20 }, (_, n) => Array.from({ length: n }, () => randomBytes(10_000)))
  const hashed = await Promise.all(
    files.map(async (pieces) => {
      const hashing = startHashing()
      await Promise.all(pieces.map((piece) => hashing.update(shared(piece))))
      return hashing.sha256()
    }),
  )
  expect(hashed).toEqual(files.map((pieces) => createHash('sha256').update(Buffer.concat(pieces)).digest('hex')))
})

test('fails pending hashes when the thread ends and starts a new thread for later ones', async () => {
  const [one, other] = [startHashing(), startHashing()]
  await one.update(shared(randomBytes(10)))
  const failed = await Promise.allSettled([one.update(null as never), other.sha256()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(one.sha256()).rejects.toThrow('has ended')
  const bytes = randomBytes(10)
  const next = startHashing()
  await next.update(shared(bytes))
  expect(await next.sha256()).toBe(createHash('sha256').update(bytes).digest('hex'))
})

describe('a thread', () => {
  /** Modules imported afterwards start their threads like this. */
  function beginsThreadsBy(begin: () => void): void {
    vi.resetModules()
    vi.doMock('node:worker_threads', () => ({
      Worker: class extends EventEmitter {
        unref = begin
      },
    }))
    onTestFinished(() => {
      vi.doUnmock('node:worker_threads')
      vi.resetModules()
    })
  }

  test('starts the hashing thread before the first file arrives', async () => {
    const begun = vi.fn()
    beginsThreadsBy(begun)
    const { openFileReceiver } = await import('#server/files/file-receiver.ts')
    openFileReceiver('nowhere')
    expect(begun).toHaveBeenCalledOnce()
  })

  test('answers unavailable when the hashing thread cannot start', async () => {
    beginsThreadsBy(() => {
      throw Object.assign(new Error('Worker initialization failure: EMFILE'), { code: 'ERR_WORKER_INIT_FAILED' })
    })
    const { startHashing: begin } = await import('#server/files/hashing.ts')
    expect(begin).toThrow(expect.objectContaining({ reason: 'unavailable' }))
  })
})
