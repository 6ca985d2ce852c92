import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { FleetProcess } from '#tests/scale/fleet-process.ts'
import { findCaddy } from '../../scripts/prepare/find.mjs'

type Options = {
  /** Settings as the operator would set them. */
  sites: string[]
  web: Pick<FleetProcess, 'port'>[]
  /** More of its environment. */
  env?: Record<string, string>
  /** Lines to add to those that are for Caddy as a whole. */
  more?: string[]
  /** Is given the folder where Caddy keeps what it makes; may throw while nothing is there. */
  isUp: (folder: string) => Promise<boolean>
}

/** Caddy with the file that we deliver; resolves when it answers. */
export async function startCaddy({ sites, web, env = {}, more = [], isUp }: Options): Promise<{ folder: string }> {
  const program = findCaddy()
  if (!program) throw new Error('The tests need Caddy, which `npm test` finds or unpacks before it runs them.')
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-caddy-'))
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, readFileSync('deploy/Caddyfile', 'utf8').replace(/^\{$/m, ['{', ...more].join('\n')))
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: 'off',
      ...env,
      STAGEDOOR_SITES: sites.join(', '),
      STAGEDOOR_ASK: `http://127.0.0.1:${web[0]!.port}`,
      STAGEDOOR_WEB: web.map(({ port }) => `127.0.0.1:${port}`).join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (bytes) => (output += bytes))
  const dieWithUs = () => child.kill('SIGKILL')
  process.once('exit', dieWithUs)
  const ended = once(child, 'close')
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', dieWithUs)
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await isUp(folder).catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${output}`)
    await wait(50)
  }
  return { folder }
}
