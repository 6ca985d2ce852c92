import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { findVarnish } from '../../scripts/prepare/find.mjs'

type Options = { port: number; web: { port: number }; token: string; isUp: () => Promise<boolean> }

/** Varnish with the file that we deliver; resolves when it answers. */
export async function startVarnish({ port, web, token, isUp }: Options): Promise<void> {
  const found = findVarnish()
  if (!found) throw new Error('The tests need Varnish, which `npm run test:full` unpacks.')
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-varnish-'))
  const vcl = join(folder, 'default.vcl')
  writeFileSync(vcl, readFileSync('deploy/varnish.vcl', 'utf8').replace('.port = "3001"', `.port = "${web.port}"`))
  const libraries = found.libraries && resolve(found.libraries)
  const args = ['-F', '-n', join(folder, 'work'), '-f', vcl, '-a', `127.0.0.1:${port}`, '-s', 'malloc,64m']
  const unpacked = libraries ? ['-p', `vmod_path=${libraries}/varnish/vmods`] : []
  // Its worker process would be another user, who cannot read the folder.
  const child = spawn(resolve(found.program), [...args, ...unpacked, '-j', 'none'], {
    env: { PATH: process.env.PATH, PURGE_TOKEN: token, ...(libraries && { LD_LIBRARY_PATH: libraries }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const dieWithUs = () => child.kill('SIGKILL')
  process.once('exit', dieWithUs)
  const ended = once(child, 'close')
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', dieWithUs)
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await isUp().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`Varnish ended: ${output}`)
    await wait(50)
  }
}
