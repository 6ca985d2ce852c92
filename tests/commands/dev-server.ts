import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, inject } from 'vitest'
import { freePort, root } from '#tests/browser/process.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const copied = ['migrations', 'scripts', 'sites', 'src', 'package.json', 'tsconfig.json', 'vite.config.ts']

/** A copy of the project that a test may edit. It uses the installed packages, but has a Vite cache of its own. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-dev-'))
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => !/^\.(cache|vite)/.test(each)))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  return folder
}

/** Runs a command of the project; only these settings count. */
export function runProjectScript(script: string, cwd: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const ended = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  return { child, ended, output: () => output }
}

/** The dev server in a copy of the project, until the tests of the file have ended. */
export async function startDevServer() {
  const folder = copyProject()
  const data = join(folder, 'data')
  const filled = inject('filledDataFolder')
  if (filled) cpSync(filled, data, { recursive: true })
  const port = await freePort()
  const { child, ended, output } = runProjectScript('src/app/dev.ts', folder, { PORT: String(port), DATA_DIR: data })
  afterAll(async () => {
    await endOf(child, ended)
    rmSync(folder, { recursive: true, force: true })
  })

  /** Resolves when this has been written since then; `since` is a length of the output. */
  async function printed(text: string | RegExp, since = 0): Promise<void> {
    const isEnded = ended.then(() => true)
    for (const until = Date.now() + waitLimitMs; !output().slice(since).match(text); ) {
      const problem = (await Promise.race([isEnded, wait(20)])) ? 'it ended' : Date.now() > until && 'it did not come'
      if (problem) throw new Error(`The dev server did not print ${text}: ${problem}.\n${output().slice(since)}`)
    }
  }
  await printed('Stagedoor is ready:')

  const path = (file: string) => join(folder, file)
  return {
    output,
    printed,
    write: (file: string, text: string) => writeFileSync(path(file), text),
    /** Replaces a piece of a file, which must be there. */
    edit(file: string, from: string, to: string): void {
      const text = readFileSync(path(file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      writeFileSync(path(file), text.replace(from, to))
    },
    address: (page: string) => `http://localhost:${port}${page}`,
    get: (page: string) => fetch(`http://127.0.0.1:${port}${page}`),
    stop: () => endOf(child, ended),
  }
}

async function endOf(child: ChildProcess, ended: Promise<number | string>): Promise<number | string> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), waitLimitMs)
  const code = await ended
  clearTimeout(late)
  return code
}
