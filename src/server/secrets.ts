import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

export type Secrets = { appSecret: string; dataKey: Buffer }

/** Keys given by the settings, or made on the first start and kept where only the process's own user can read them. */
export function readSecrets(dataDir: string, given: { APP_SECRET?: string; DATA_KEY?: string }): Secrets {
  const folder = `${dataDir}/secrets`
  const kept = (name: string, make: () => string) => {
    try {
      return readFileSync(`${folder}/${name}`, 'utf8').trim()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    const made = make()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(`${folder}/${name}`, `${made}\n`, { mode: 0o600, flag: 'wx' })
    return made
  }
  return {
    appSecret: given.APP_SECRET ?? kept('app-secret', () => randomBytes(32).toString('base64url')),
    dataKey: Buffer.from(given.DATA_KEY ?? kept('data-key', () => randomBytes(32).toString('base64')), 'base64'),
  }
}
