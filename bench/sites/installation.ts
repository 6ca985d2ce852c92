import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { owner } from '#tests/journeys/owner.ts'
import type { Cluster } from '#tests/services/postgres.ts'
import { type AppProcess, startBuiltApp } from '../app-process.ts'
import { ownerSettings, sessionOf } from '../owner.ts'

const run = promisify(execFile)
/** Of creating all sites; what takes longer is broken. */
const longestCreation = 30 * 60_000
/** A confirmation is valid for five minutes. */
const confirmationMs = 120_000
const atOnce = 4

export type Installation = {
  /** A process of it, on a data folder of its own. */
  start: (settings?: Record<string, string>, nodeOptions?: string[]) => Promise<AppProcess>
  /** Creates sites over the API, with platform access, and confirms their hosts. */
  createSites: (port: number, hosts: string[]) => Promise<void>
  /** The superuser's address of the database. */
  ownerUrl: string
}

export const hostOf = (site: number) => `site-${site}.example`
export const hostsTo = (count: number) => Array.from({ length: count }, (_, site) => hostOf(site))

/** An installation without demo content, with a database of its own. */
export async function openInstallation(cluster: Cluster, folder: string, name: string): Promise<Installation> {
  await cluster.run(`create database ${name} owner stagedoor_owner`)
  const settings = {
    ...ownerSettings,
    DEMO: 'off',
    DATABASE_URL: cluster.url(name),
    DATABASE_OWNER_URL: cluster.ownerUrl(name).replace('postgres@', 'stagedoor_owner@'),
    APP_SECRET: randomBytes(32).toString('hex'),
    DATA_KEY: randomBytes(32).toString('base64'),
  }
  const start: Installation['start'] = (more = {}, nodeOptions = []) => {
    const dataDir = join(folder, more.DATA_DIR ?? name)
    sharePictures(dataDir)
    return startBuiltApp(folder, { ...settings, ...more, DATA_DIR: dataDir }, nodeOptions)
  }
  const first = await start({ WORKER: 'off' })
  await stopApp(first)
  const env = { ...cleanEnvironment(), ...settings, DATA_DIR: join(folder, name) }
  await run(process.execPath, ['src/app/commands/owner.ts', 'platform', 'grant', owner.email], { env })
  return { start, createSites, ownerUrl: cluster.ownerUrl(name) }
}

export async function stopApp({ child }: AppProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The pictures of the starters are the same for all, and nobody measures here how long they take to make. */
function sharePictures(dataDir: string): void {
  const shared = resolve('node_modules/.cache/stagedoor/images')
  mkdirSync(shared, { recursive: true })
  mkdirSync(join(dataDir, 'cache'), { recursive: true })
  try {
    symlinkSync(shared, join(dataDir, 'cache/images'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Calls with platform access and a fresh confirmation. */
export async function platformCalls(port: number) {
  const origin = `http://localhost:${port}`
  const cookie = await sessionOf(port)
  let token = ''
  let until = 0
  async function confirm(): Promise<string> {
    const sent = jsonRequest({ currentPassword: owner.password }, { method: 'POST', headers: { origin, cookie } })
    const answer = await fetch(`${origin}/api/auth/confirmation`, sent)
    if (!answer.ok) throw new Error(`The confirmation was refused: ${await answer.text()}`)
    until = performance.now() + confirmationMs
    return ((await answer.json()) as { token: string }).token
  }
  return async <A>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<A> => {
    if (performance.now() > until) token = await confirm()
    const headers = { origin, cookie, [confirmationHeader]: token }
    const answer = await fetch(
      `${origin}/api/admin/sites${path}`,
      body ? jsonRequest(body, { method, headers }) : { method, headers },
    )
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as A
  }
}

async function createSites(port: number, hosts: string[]): Promise<void> {
  const call = await platformCalls(port)
  const left = [...hosts]
  const until = performance.now() + longestCreation
  const worker = async () => {
    for (let host = left.shift(); host; host = left.shift()) {
      if (performance.now() > until) throw new Error(`${left.length} sites were not created in time.`)
      const about = { name: `Band of ${host}`, starter: 'musician', designOf: null }
      const { websiteId } = await call<{ websiteId: string }>('POST', '', { ...about, host, ownerEmail: `ada@${host}` })
      await call('POST', `/${websiteId}/hosts/${host}/confirm`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** The first page of a host, whichever name this machine resolves. */
export async function pageAt(port: number, host: string, path = '/'): Promise<{ status: number; body: string }> {
  const clientRequest = request({ host: '127.0.0.1', port, path, headers: { host, accept: 'text/html' } }).end()
  const [answer] = await once(clientRequest, 'response')
  return { status: answer.statusCode, body: await text(answer) }
}
