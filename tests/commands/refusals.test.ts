import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { sites } from '#sites/index.ts'
import { startApp } from '#tests/browser/app.ts'
import { cleanEnvironment, emptyDiskSettings, freePort } from '#tests/browser/process.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import { startS3 } from '#tests/services/s3.ts'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-refusal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** How a start or a command ends that cannot succeed, and what it says about it. */
async function start(env: Record<string, string>, words = ['src/app/main.ts']) {
  const child = spawn(process.execPath, words, {
    env: { ...cleanEnvironment(), DEMO: 'off', PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, words: output.trim() }
}

test('a start with an invalid setting names it', async () => {
  const ended = await start({ DATA_DIR: scratch(), PORT: 'eighty' })
  expect(ended).toEqual({ code: 1, words: 'PORT must be a number.' })
})

test('does not start a build of other sites than those in sites/', async () => {
  const extra = 'sites/added-by-a-test.ts'
  writeFileSync(extra, 'export {}\n')
  onTestFinished(() => rmSync(extra, { force: true }))
  const folder = scratch()
  const { code, words } = await start({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(words).toMatch(/^The files in sites\/ are not those that the program was built from; .*\.$/)
  expect(readdirSync(folder)).toEqual([])
  rmSync(extra)
})

test('names a data folder that is not writable, and creates nothing', async () => {
  const folder = join(scratch(), 'data')
  writeFileSync(folder, 'a file')
  const { code, words } = await start({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(words).toMatch(/^The data folder \S+ cannot be written \(E\w+\); set DATA_DIR to one that can\.$/)
  expect(existsSync(`${folder}/secrets`)).toBe(false)
})

test('a start does not touch a data folder that holds something else', async () => {
  const folder = scratch()
  mkdirSync(join(folder, 'db'))
  writeFileSync(join(folder, 'db', 'thesis.doc'), 'years of work')
  const { code, words } = await start({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(words).toMatch(/^The database in \S+ cannot be read/)
  expect(words.split('\n')).toHaveLength(1)
  expect(readdirSync(join(folder, 'db'))).toContain('thesis.doc')
})

test('does not open a folder with an interrupted restore', async () => {
  const folder = scratch()
  writeFileSync(join(folder, 'restore-unfinished'), '/backups/friday.zip')
  const { code, words } = await start({ DATA_DIR: folder })
  expect(code).toBe(1)
  expect(words).toMatch(/^A restore of \/backups\/friday\.zip was begun here and not finished/)
  expect(readdirSync(folder)).toEqual(['restore-unfinished'])
})

test('rejects a folder that another process has open, and a taken port', async () => {
  const folder = scratch()
  const app = await startApp({ env: { DATA_DIR: folder, DEMO: 'off' } })
  const second = await start({ DATA_DIR: folder })
  expect(second.code).toBe(1)
  expect(second.words).toContain('is already open in another process')
  expect(second.words.split('\n')).toHaveLength(1)

  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const ended = await start({ DATA_DIR: scratch(), PORT: String(port) })
  expect(ended).toEqual({ code: 1, words: `Port ${port} is taken; set PORT to another.` })
  expect((await fetch(app.address())).status).toBe(200)
})

describe('with a bucket that does not exist', async () => {
  const { options, stop } = await startS3()
  afterAll(stop)
  const store = {
    S3_ENDPOINT: options.endpoint,
    S3_BUCKET: 'never-made',
    S3_ACCESS_KEY_ID: options.accessKeyId,
    S3_SECRET_ACCESS_KEY: options.secretAccessKey,
  }
  const noBucket = {
    code: 1,
    words: expect.stringMatching(
      /^The demo content could not be put into the object store: S3 answered 404 .*NoSuchBucket.*DEMO=off\.$/,
    ),
  }

  test.each(['main', 'worker', 'dev'])('a start of %s with DEMO=on ends with one sentence', async (program) => {
    const words = [`src/app/${program}.ts`]
    const port = String(await freePort())
    expect(await start({ DATA_DIR: scratch(), ...store, DEMO: 'on', PORT: port }, words)).toEqual(noBucket)
  })

  test('several processes that start together with DEMO=on end with one sentence each', async () => {
    const cluster = await startPostgres()
    onTestFinished(cluster.stop)
    await cluster.run('create database together')
    const database = { DATABASE_URL: cluster.url('together'), DATABASE_OWNER_URL: cluster.ownerUrl('together') }
    const env = { DATA_DIR: scratch(), ...database, ...store, DEMO: 'on' }
    const web = { ...env, WORKER: 'off' }
    expect(await Promise.all([start(web), start(web), start(env, ['src/app/worker.ts'])])).toEqual(
      Array(3).fill(noBucket),
    )
  })

  test('a start with DEMO=on names an object store that does not answer', async () => {
    const ended = await start({ DATA_DIR: scratch(), ...store, S3_ENDPOINT: 'http://127.0.0.1:1', DEMO: 'on' })
    expect(ended.code).toBe(1)
    expect(ended.words).toMatch(/^The demo content could not be put into the object store: connect ECONNREFUSED.*\.$/)
  })

  test('a worker without demo content runs, and backup and restore end with one sentence', async () => {
    const folder = scratch()
    const archive = join(folder, 'backup.zip')
    const data = { DATA_DIR: join(folder, 'data') }
    const command = (name: string, env: Record<string, string>) => start(env, [`src/app/commands/${name}.ts`, archive])
    const worker = spawn(process.execPath, ['src/app/worker.ts'], {
      env: { ...cleanEnvironment(), DEMO: 'off', ...data, ...store },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void worker.kill('SIGKILL'))
    let output = ''
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (bytes) => (output += bytes))
    await expect.poll(() => output).toContain('Stagedoor is working on background jobs.')
    worker.kill('SIGTERM')
    expect(await once(worker, 'exit')).toEqual([0, null])
    expect(output).not.toMatch(/^ +at /m)
    const failed = {
      code: 1,
      words: expect.stringMatching(/^The object store failed: S3 answered 404 .*NoSuchBucket.*\.$/),
    }
    expect(await command('backup', { ...data, ...store })).toEqual(failed)
    expect(existsSync(archive)).toBe(false)
    // A restore needs the bucket as soon as there is a file.
    const pictures = join(data.DATA_DIR, 'files', createSiteRegistry(sites).defaultSite.siteId, 'pictures')
    mkdirSync(pictures, { recursive: true })
    writeFileSync(join(pictures, 'one'), 'bytes')
    expect(await command('backup', { ...emptyDiskSettings, ...data })).toEqual({ code: 0, words: '' })
    expect(await command('restore', { DATA_DIR: join(folder, 'restored'), ...store })).toEqual(failed)
  })
})

test('names a host that is not of this machine', async () => {
  const { code, words } = await start({ DATA_DIR: scratch(), HOST: '192.0.2.1' })
  expect(code).toBe(1)
  expect(words).toBe('192.0.2.1 is not an address of this machine; set HOST to one that is.')
})

test('finishes running requests on a stop signal', async () => {
  const app = await startApp({ env: { DEMO: 'off' } })
  const { port } = new URL(app.address())
  const body = JSON.stringify({ email: 'ada@example.com', password: 'wrong' })
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const headers = [
    'POST /api/auth/sign-in HTTP/1.1',
    `Host: localhost:${port}`,
    `Origin: ${app.address()}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
  await expect.poll(() => fetch(`${app.address()}/healthz`).then(({ status }) => status)).toBe(200)
  const answer = text(socket)
  const stopped = app.stop()
  await expect
    .poll(() =>
      fetch(app.address()).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  socket.write(body.slice(10))
  expect(await answer).toMatch(/^HTTP\/1\.1 401 /)
  await stopped
})
