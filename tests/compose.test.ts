import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config.ts'

const duration = z.string().regex(/^(\d+(ms|s|m|h))+$/)
const scalar = z.union([z.string(), z.number(), z.boolean()])
const name = z.string().regex(/^[a-zA-Z0-9._-]+$/)

/** What we use of the Compose Specification. Strict: a misspelt name would be ignored or refused by some implementation. */
const Service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string().startsWith('/')).optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  pids_limit: z.int().optional(),
  mem_limit: z
    .string()
    .regex(/^\d+[bkmg]$/)
    .optional(),
  shm_size: z
    .string()
    .regex(/^\d+[bkmg]$/)
    .optional(),
  stop_grace_period: duration.optional(),
  env_file: z.union([z.string(), z.array(z.strictObject({ path: z.string(), required: z.boolean() }))]).optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), scalar).optional(),
  expose: z.array(z.string().regex(/^\d+$/)).optional(),
  ports: z.array(z.string().regex(/^([\d.]+:)?\d+:\d+(\/(tcp|udp))?$/)).optional(),
  networks: z.union([z.array(name), z.record(name, z.strictObject({ ipv4_address: z.ipv4() }))]).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  depends_on: z.record(name, z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) })).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({
        test: z.tuple([z.literal('CMD')], z.string()),
        interval: duration,
        timeout: duration,
        start_period: duration,
      }),
    ])
    .optional(),
})
type Service = z.output<typeof Service>

const Network = z.strictObject({
  internal: z.boolean().optional(),
  ipam: z
    .strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4(), gateway: z.ipv4().optional() })) })
    .optional(),
})

const Compose = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
    services: z.record(name, Service),
    networks: z.record(name, Network),
    volumes: z.record(name, z.null()),
  })
  .superRefine(({ services, networks, volumes }, context) => {
    const require = (known: object, used: string, where: string) => {
      if (!(used in known)) context.addIssue(`${where} uses ${used}, which is not there`)
    }
    for (const [where, service] of Object.entries(services)) {
      for (const network of networksOf(service)) require(networks, network, where)
      for (const other of Object.keys(service.depends_on ?? {})) require(services, other, where)
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (!source.startsWith('.')) require(volumes, source, where)
      }
    }
  })

const networksOf = ({ networks = [] }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks))

/** Members that begin with x- are ours alone, for anchors. */
function readCompose(file: string) {
  const members = Object.entries(parseYaml(readFileSync(file, 'utf8')) as object)
  return Compose.parse(Object.fromEntries(members.filter(([member]) => !member.startsWith('x-'))))
}

const files = ['compose.yaml', 'compose.embedded.yaml']

test.each(files)('%s follows the Compose Specification and names only what it defines', (file) => {
  expect(Object.keys(readCompose(file).services)).not.toEqual([])
})

test('the schema refuses misspelt members, and networks, volumes and services that are not defined', () => {
  const service = { image: 'x', restart: 'always' }
  const parse = (app: object) =>
    Compose.safeParse({ name: 'x', services: { app: { ...service, ...app } }, networks: {}, volumes: {} }).success
  expect(parse({})).toBe(true)
  for (const wrong of [
    { read_olny: true },
    { networks: ['front'] },
    { volumes: ['data:/data'] },
    { depends_on: { database: { condition: 'service_healthy' } } },
    { stop_grace_period: '30' },
  ])
    expect(parse(wrong), JSON.stringify(wrong)).toBe(false)
})

test.each(files)('the services of the image in %s run without rights, on a read-only root file system', (file) => {
  const services = Object.values(readCompose(file).services).filter(({ image }) => image === 'stagedoor')
  expect(services).not.toHaveLength(0)
  for (const service of services)
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: ['/tmp'],
      volumes: ['data:/data'],
      // Longer than a process may take to end (src/app/process.ts).
      stop_grace_period: '30s',
    })
})

test('the image runs existing programs as an unprivileged user, with its data in one volume', () => {
  const lines = readFileSync('Containerfile', 'utf8').split('\n')
  for (const line of ['USER stagedoor', 'VOLUME /data', 'ENV DATA_DIR=/data HOST=0.0.0.0 PORT=3000'])
    expect(lines).toContain(line)
  const { app, worker } = readCompose('compose.yaml').services
  const programs = ['src/app/main.ts', ...(app!.command ?? []), ...worker!.command!]
  expect(lines).toContain('CMD ["src/app/main.ts"]')
  for (const program of programs) expect(readFileSync(program, 'utf8')).toContain('notifyWatchdog()')
})

test('only Caddy is reached from outside, and only its address is a trusted proxy', () => {
  const { services, networks } = readCompose('compose.yaml')
  expect(Object.keys(services).filter((each) => services[each]!.ports)).toEqual(['caddy'])
  expect(services.caddy!.networks).toEqual({ front: { ipv4_address: services.app!.environment!.TRUSTED_PROXIES } })
  expect(networksOf(services.database!)).toEqual(['database'])
  expect(networks.database).toEqual({ internal: true })
  const embedded = readCompose('compose.embedded.yaml')
  expect(embedded.services.app!.ports).toEqual(['127.0.0.1:3000:3000'])
  const [{ gateway } = { gateway: '' }] = embedded.networks.front!.ipam!.config
  expect(embedded.services.app!.environment!.TRUSTED_PROXIES).toBe(gateway)
})

/** The settings of a service, as Compose passes them: `${NAME}` is replaced, and `environment` overrides `env_file`. */
function settingsOf(service: Service, given: Record<string, string>): Record<string, string> {
  const replaced = Object.entries(service.environment ?? {}).map(([setting, value]) => [
    setting,
    String(value).replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => given[variable]!),
  ])
  return { ...given, ...Object.fromEntries(replaced) }
}

test('with the example settings both kinds of process start once each placeholder is replaced', () => {
  const example = parseEnv(readFileSync('deploy/compose.env.example', 'utf8')) as Record<string, string>
  const random = createHash('sha512').update('a test').digest()
  const made: Record<string, string> = {
    APP_SECRET: random.toString('hex'),
    DATA_KEY: random.subarray(0, 32).toString('base64'),
  }
  const filled = Object.fromEntries(
    Object.entries(example).map(([setting, value]) => [
      setting,
      made[setting] ?? value.replace('change-me', 'h8Qm2Lr5Zt9Xv3Kc7Wd1'),
    ]),
  )
  const { app, worker, database } = readCompose('compose.yaml').services
  const common = { NODE_ENV: 'production', HOST: '0.0.0.0', DEMO: false }
  expect(readConfig(settingsOf(app!, filled))).toMatchObject({ ...common, WORKER: false })
  expect(readConfig(settingsOf(worker!, filled))).toMatchObject({ ...common, WORKER: true })
  const { DATABASE_OWNER_URL } = readConfig(settingsOf(app!, filled))
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = settingsOf(database!, filled)
  expect(DATABASE_OWNER_URL).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database/${POSTGRES_DB}`)
  for (const setting of ['APP_SECRET', 'DATA_KEY', 'SMTP_URL', 'POSTGRES_PASSWORD'])
    expect(() => readConfig(settingsOf(app!, { ...filled, [setting]: example[setting]! })), setting).toThrow()
  expect(readConfig(settingsOf(readCompose('compose.embedded.yaml').services.app!, {}))).toMatchObject({ DEMO: true })
})
