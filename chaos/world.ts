import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { sites as definitions } from '#sites/index.ts'
import { freePort } from '#tests/browser/process.ts'
import { type Cluster, startPostgres } from '#tests/services/postgres.ts'
import { startS3 } from '#tests/services/s3.ts'
import { type AppProcess, startAppProcess } from './app-process.ts'
import { type History, openHistory } from './history.ts'
import { type Answer, type ChaosRequest, sendHttpRequest } from './http-request.ts'
import { type DeliveredMail, type MailServer, openMailServer, readOutbox, smtpPlainCredentials } from './mailbox.ts'
import { openPaymentService, type Payments } from './payments.ts'
import { type FaultyProxy, openProxy } from './proxy.ts'
import { createSeededRandom, type Random } from './random.ts'

/** A website under test, as its visitors and its owner see it. */
export type ChaosSite = {
  at: number
  id: string
  host: string
  /** The recipient of messages and order mails. */
  contact: string
  /** The owner's session on this website. */
  cookie: string
  /** The shipping rate of this shop. */
  shipping: string | null
  country: string
}

/** `status` is null when the line broke. */
export type ObservedAnswer = { path: string; status: number | null }

export type ChaosWorld = {
  random: Random
  /** Part of every text that a person writes, so that it is recognised anywhere. */
  canary: string
  port: number
  folder: string
  app: AppProcess
  /** Starts another process on the same database and folder. */
  another: () => Promise<AppProcess>
  /** How often a process has died by itself. */
  deaths: () => number
  /** The output of all its processes. */
  log: () => string
  history: History
  cluster: Cluster
  payments: Payments
  lines: { payments: FaultyProxy; mail: FaultyProxy; store: FaultyProxy | null }
  /** The mail server at the end of its line, with what one signs in with. */
  smtpUrl: string
  sites: ChaosSite[]
  keys: ReturnType<typeof createDerivedKeys>
  /** Secrets that must never be written anywhere. */
  secrets: string[]
  ask: (input: ChaosRequest) => Promise<Answer | null>
  /** In the owner's name. */
  own: (site: ChaosSite, method: string, path: string, body?: unknown) => Promise<Answer | null>
  /** Straight from the database, as a superuser. */
  rows: <R>(statement: string, values?: unknown[]) => Promise<R[]>
  letters: () => Promise<DeliveredMail[]>
  /** Files that were downloaded byte for byte; each is fetched once, because a download right is limited. */
  checkedFiles: string[]
  /** All answers, also those to the payment provider. */
  heard: ObservedAnswer[]
  /** Problems during the run, besides those that the checks find. */
  trouble: string[]
  close: () => Promise<void>
}

export type WorldOptions = {
  seed: number
  /** Where the program and its build are. */
  root: string
  /** Files are kept in an object store instead of on the disk. */
  objectStore?: boolean
}

const owner = { email: 'owner@marlowquay.example', password: 'Quayside-9!' }

/** A database, a payment service, a mail server, the product between them, and two websites to play on. */
export async function openWorld({ seed, root, objectStore = false }: WorldOptions): Promise<ChaosWorld> {
  const random = createSeededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-chaos-'))
  shareMadePictures(root, folder)
  const login = { user: 'box', password: randomBytes(16).toString('hex') }
  const mailLogin = smtpPlainCredentials(login.user, login.password)
  const [port, cluster, mail] = await Promise.all([
    freePort(),
    startPostgres({ durable: true }),
    openMailServer(mailLogin),
  ])
  // The database accepts any password; these passwords exist to be searched for where they must not appear.
  const databasePasswords = { app: randomBytes(16).toString('hex'), owner: randomBytes(16).toString('hex') }
  const canary = `canary${random.hex(8)}`
  const appSecret = randomBytes(32).toString('hex')
  const dataKey = randomBytes(32).toString('base64')
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const played = definitions.map(({ config }) => config).filter(({ features }) => features?.shop?.type === 'stripe')
  const hostOf = (websiteId: string) => played.find(({ siteId }) => siteId === websiteId)?.hosts?.[0] ?? 'localhost'
  const heard: ObservedAnswer[] = []
  const askAndNote = async (input: ChaosRequest) => {
    const answer = await sendHttpRequest(port, input)
    heard.push({ path: input.path.split('?', 1)[0]!, status: answer?.status ?? null })
    return answer
  }

  const payments = await openPaymentService({
    folder: join(folder, 'payments'),
    secretKey,
    webhookSecret,
    bring: async (websiteId, body, signature) => {
      const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
      const host = hostOf(websiteId)
      return (await askAndNote({ host, path: '/api/webhooks/stripe', method: 'POST', headers, body }))?.status ?? null
    },
  })
  const store = objectStore ? await startS3() : null
  const lines = {
    payments: await openProxy(payments.port),
    mail: await openProxy(mail.port),
    store: store && (await openProxy(Number(new URL(store.options.endpoint).port))),
  }
  const pool = new pg.Pool({ connectionString: cluster.ownerUrl('postgres'), max: 3 })
  pool.on('error', () => {})
  const rows = async <R>(statement: string, values: unknown[] = []) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return (await pool.query(statement, values)).rows as R[]
      } catch (error) {
        // The database is one of the services that faults affect.
        if (attempt === 40) throw error
        await after(250)
      }
    }
  }
  const settings = {
    root,
    proofFile: join(folder, 'proof'),
    env: {
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      BACKUP_KEEP: '0',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      APP_SECRET: appSecret,
      DATA_KEY: dataKey,
      DATABASE_URL: withPassword(cluster.url('postgres'), databasePasswords.app),
      DATABASE_OWNER_URL: withPassword(cluster.ownerUrl('postgres'), databasePasswords.owner),
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      PAYMENTS_AT: `http://127.0.0.1:${lines.payments.port}`,
      FAILPOINTS_PROOF: join(folder, 'proof'),
      ...(store && {
        S3_ENDPOINT: `http://127.0.0.1:${lines.store!.port}`,
        S3_BUCKET: store.options.bucket,
        S3_REGION: store.options.region,
        S3_ACCESS_KEY_ID: store.options.accessKeyId,
        S3_SECRET_ACCESS_KEY: store.options.secretAccessKey,
      }),
    },
  }
  const app = startAppProcess({ ...settings, port, onDeath: () => passLeases(rows) })
  const apps = [app]
  const history = openHistory(join(folder, 'history.jsonl'))
  const world: ChaosWorld = {
    random,
    canary,
    port,
    folder,
    app,
    history,
    cluster,
    payments,
    lines,
    rows,
    trouble: [],
    checkedFiles: [],
    heard,
    smtpUrl: `smtp://${login.user}:${login.password}@127.0.0.1:${lines.mail.port}`,
    another: async () => {
      const other = startAppProcess({ ...settings, port: await freePort(), onDeath: async () => {} })
      apps.push(other)
      await other.start()
      return other
    },
    deaths: () => apps.reduce((all, each) => all + each.deaths(), 0),
    log: () => apps.map((each) => each.log()).join(''),
    sites: [],
    keys: createDerivedKeys(appSecret),
    secrets: [
      ...[owner.password, appSecret, dataKey, secretKey, webhookSecret],
      ...[databasePasswords.app, databasePasswords.owner, login.password, mailLogin],
      ...(store ? [store.options.secretAccessKey] : []),
    ],
    ask: askAndNote,
    own: (site, method, path, body) =>
      askAndNote({
        host: site.host,
        path,
        method,
        body: body === undefined ? undefined : JSON.stringify(body),
        headers: {
          cookie: site.cookie,
          origin: `http://${site.host}:${port}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      }),
    letters: () => lettersOf(folder, mail),
    close: async () => {
      for (const each of apps) await each.kill()
      await payments.close()
      for (const line of Object.values(lines)) await line?.close()
      await store?.stop()
      mail.close()
      await pool.end()
      await cluster.stop()
      history.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await app.start()
    for (const [at, { siteId, contact, currency }] of played.slice(0, 2).entries())
      world.sites.push({
        at,
        id: siteId,
        host: hostOf(siteId),
        contact: contact?.email ?? '',
        shipping: null,
        cookie: '',
        country: currency === 'EUR' ? 'NL' : 'GB',
      })
    for (const site of world.sites) site.cookie = await signIn(world, site)
    return world
  } catch (error) {
    await world.close()
    throw error
  }
}

function withPassword(address: string, password: string): string {
  const url = new URL(address)
  url.password = password
  return url.href
}

async function signIn(world: ChaosWorld, site: ChaosSite): Promise<string> {
  const answer = await world.own(site, 'POST', '/api/auth/sign-in', { ...owner, rememberMe: true })
  const set = answer?.headers['set-cookie'] ?? []
  const cookies = [set].flat().filter((cookie) => cookie && !/Max-Age=0/i.test(cookie))
  if (answer?.status !== 200 || !cookies.length) throw new Error(`The owner could not sign in: ${answer?.body}`)
  const pairs = cookies.map((cookie) => cookie!.split(';')[0]!)
  world.secrets.push(...pairs.map((pair) => pair.slice(pair.indexOf('=') + 1)))
  return pairs.join('; ')
}

/** A mail delivered twice with the same id counts once: a receiver shows it once. */
async function lettersOf(folder: string, server: MailServer): Promise<DeliveredMail[]> {
  const sent = await server.letters()
  const once = new Map(sent.map((letter) => [letter.messageId, letter]))
  return [...(await readOutbox(join(folder, 'outbox'))), ...once.values()]
}

/**
 * Jobs of a dead process become free after a timeout. The run does not wait for it: while no process lives, all active
 * jobs are released.
 */
async function passLeases(rows: ChaosWorld['rows']): Promise<void> {
  await rows(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
}

/** Variants of a picture are the same in every run, and take longer to make than the run itself. */
function shareMadePictures(root: string, folder: string): void {
  const shared = join(root, 'node_modules/.cache/stagedoor/images')
  mkdirSync(shared, { recursive: true })
  mkdirSync(join(folder, 'cache'), { recursive: true })
  symlinkSync(shared, join(folder, 'cache/images'))
}
