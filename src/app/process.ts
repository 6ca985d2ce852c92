import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { createServer, type Server as NetServer } from 'node:net'
import { resolve } from 'node:path'
import { inspect, parseEnv } from 'node:util'
import { refuseStaleBuild } from '#app/built-sites.ts'
import type { ServerEntry } from '#app/entry.ts'
import { redactError } from '#app/http/log-redaction.ts'
import { listen, shutDownServer } from '#app/http/server.ts'
import type { Services, StartOptions } from '#app/services.ts'
import { isOperatorError, OperatorError } from '#domain/operator-error.ts'
import { stopSignals } from '#server/platform.ts'
import { deadlineMs } from '#server/test-mode.ts'

const shutdownTimeoutMs = 8_000
/** How long proxies have to notice that a process is about to end; they ask every second (`deploy/Caddyfile`). */
const proxyNoticeMs = 3_000
/** How long the jobs under way have (`server/jobs/start.ts`), and closing after them. */
const jobsAndCloseMs = 6_500

/**
 * The settings that stand in a file instead of the environment: in `.env`, which need not be there, or in the one that
 * SETTINGS_FILE names, which must. With /dev/null nothing but the environment counts.
 */
export function readSettingsFile(named = process.env.SETTINGS_FILE): Record<string, string> {
  const path = named || '.env'
  if (existsSync(path)) return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>
  if (named) throw new OperatorError(`There is no file ${named}; set SETTINGS_FILE to one that is there.`)
  return {}
}

/**
 * Loads the built program from its own folder. Node's compile cache is in that folder too and not in the shared temporary
 * folder, where another user could write code that runs here. A build of other sites than those in the folder is refused:
 * it would serve the old ones, under their old domains.
 */
export async function loadEntry(): Promise<ServerEntry> {
  process.chdir(new URL('../..', import.meta.url).pathname)
  refuseStaleBuild()
  enableCompileCache(resolve('node_modules/.cache/stagedoor/compiled'))
  return import(new URL('../../dist/server/entry.js', import.meta.url).href)
}

/** Runs a command in the program's folder and prints an error as a sentence. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.chdir(new URL('../..', import.meta.url).pathname)
  try {
    await work()
  } catch (error) {
    console.error(formatStartError(error))
    process.exitCode = 1
  }
}

/**
 * A start that cannot succeed prints why, and nothing else, and exits. A process with an unhandled error later does the
 * same: the service manager restarts it.
 */
export async function openServicesOrExit(
  { createServices }: Pick<ServerEntry, 'createServices'>,
  how?: StartOptions,
): Promise<Services> {
  process.on('uncaughtException', printErrorAndExit)
  try {
    return await createServices(process.env, readSettingsFile(), how)
  } catch (error) {
    return printErrorAndExit(error)
  }
}

type Address = Pick<Services['config'], 'PORT' | 'HOST'>

/**
 * Fails when the port cannot be used, before the database is opened. The port is given back at once and opened again by
 * `serve`: a proxy that finds it open must find a process that is ready.
 */
export async function checkPortIsFree(address: Address): Promise<void> {
  const server = createServer()
  await listenOrExplain(server, address)
  await new Promise((closed) => server.close(closed))
}

/** Opens the port and returns its number; an error says what to set instead. */
export function listenOrExplain(server: NetServer, { PORT, HOST }: Address): Promise<number> {
  return listen(server, PORT, HOST).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, PORT, HOST)
  })
}

export async function serveUntilSignal(server: Server, services: Services): Promise<void> {
  stopOnSignal(services, () => leave(server, services))
  const port = await listenOrExplain(server, services.config).catch(async (error: unknown) => {
    await services.close()
    return printErrorAndExit(error)
  })
  services.welcome(port)
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new OperatorError(`Port ${port} is taken; set PORT to another.`)
    case 'EACCES':
      return new OperatorError(`Port ${port} may not be opened by this user; set PORT to 1024 or more.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperatorError(`${host} is not an address of this machine; set HOST to one that is.`)
    default:
      return error
  }
}

/**
 * Behind proxies, `/readyz` reports that the process is about to end, and it answers until the proxies send no more
 * requests: closed at once, it would fail requests that are on their way.
 */
const leave = (server: Server, { config }: Services): Promise<void> =>
  shutDownServer(server, shutdownTimeoutMs, config.TRUSTED_PROXIES.length ? proxyNoticeMs : 0)

type Stoppable = Pick<Services, 'isLeaving' | 'stopJobs' | 'close'>

/**
 * Ends cleanly when a signal asks for it: finishes the requests, then the jobs that they may have enqueued, and closes the
 * database. The process ends after twenty seconds at the latest.
 */
export function stopOnSignal(services: Stoppable, finishWork: () => Promise<void>): void {
  for (const signal of stopSignals)
    process.on(signal, async () => {
      if (services.isLeaving) return
      services.isLeaving = true
      setTimeout(() => process.exit(1), deadlineMs(proxyNoticeMs + shutdownTimeoutMs + jobsAndCloseMs)).unref()
      await finishWork()
      await services.stopJobs()
      await services.close()
      process.exit(0)
    })
}

export function printErrorAndExit(error: unknown): never {
  console.error(formatStartError(error))
  process.exit(1)
}

/** An unexpected error is printed as the log prints it: without personal data. */
export const formatStartError = (error: unknown): string =>
  isOperatorError(error) ? error.message : inspect(redactError(error), { depth: null })
