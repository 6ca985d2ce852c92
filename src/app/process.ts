import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { parseEnv } from 'node:util'
import type { Entry } from '#app/entry.ts'
import type { House } from '#app/house.ts'
import { finish, listen } from '#app/http/server.ts'
import { Explained, isExplained } from '#domain/explained.ts'

const patience = 8_000
const settingsPath = '.env'

/** The settings that stand in a file instead of the environment. */
export const settingsFile = (): Record<string, string> =>
  existsSync(settingsPath) ? (parseEnv(readFileSync(settingsPath, 'utf8')) as Record<string, string>) : {}

/** A command that is run by hand: at home in the program's folder, and what goes wrong is said in words. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.chdir(new URL('../..', import.meta.url).pathname)
  try {
    await work()
  } catch (error) {
    console.error(isExplained(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** A start that cannot succeed ends with the sentences that say why, and nothing else. */
export async function openOrExplain({ openHouse }: Pick<Entry, 'openHouse'>): Promise<House> {
  try {
    return await openHouse(process.env, settingsFile())
  } catch (error) {
    return explain(error)
  }
}

export async function serve(server: Server, house: House): Promise<void> {
  const { PORT, HOST } = house.config
  stopOnSignal(house, () => finish(server, patience))
  const port = await listen(server, PORT, HOST).catch(async (error: NodeJS.ErrnoException) => {
    await house.close()
    return explain(notListening(error, PORT, HOST))
  })
  house.welcome(port)
}

function notListening(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Explained(`Port ${port} is taken; set PORT to another.`)
    case 'EACCES':
      return new Explained(`Port ${port} may not be opened by this user; set PORT to 1024 or more.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Explained(`${host} is not an address of this machine; set HOST to one that is.`)
    default:
      return error
  }
}

/** Ends cleanly on SIGTERM or SIGINT: running work is finished, the database closed, within ten seconds. */
export function stopOnSignal(house: House, finishWork: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), patience + 1_500).unref()
      await Promise.all([finishWork(), house.stopJobs()])
      await house.close()
      process.exit(0)
    })
}

function explain(error: unknown): never {
  console.error(isExplained(error) ? error.message : error)
  process.exit(1)
}
