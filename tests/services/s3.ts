import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { createS3Client, type S3Options } from '#server/files/s3-client.ts'
import { openS3Store } from '#server/files/s3-store.ts'
import { freePort } from '#tests/browser/process.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

/** A secret that stands nowhere by chance, so that it can be looked for. */
const keys = { region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: randomBytes(16).toString('hex') }

export type TestS3 = { options: S3Options; stop: () => Promise<void> }

/** A real object store of our own, empty, on the loopback address only. */
export async function startS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-s3-'))
  const port = await freePort(4)
  const script = join(import.meta.dirname, 's3-server.py')
  // Debian's own Python is the one that has Swift.
  const words = [script, folder, String(port), keys.secretAccessKey]
  const child = spawn('/usr/bin/python3', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const options = { ...keys, endpoint: `http://127.0.0.1:${port}`, bucket: 'stagedoor' }
  for (const until = Date.now() + waitLimitMs; Date.now() < until && child.exitCode === null; await after(50))
    if (await makeBucket(options)) return { options, stop }
  await stop()
  throw new Error(`The object store did not start: ${complaints}`)
}

async function makeBucket(options: S3Options): Promise<boolean> {
  const client = createS3Client(options)
  try {
    const answer = await client.send({ method: 'PUT' })
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  } finally {
    client.close()
  }
}

/** For the tests of one file; call it at the top of the file or of a describe. */
export async function openTestS3() {
  const { options, stop } = await startS3()
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-s3-work-'))
  // So few that every longer list needs several answers.
  const store = openS3Store(options, folder, { listedAtOnce: 4 })
  afterAll(async () => {
    store.close()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { store, options }
}
