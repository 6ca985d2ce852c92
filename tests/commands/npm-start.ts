import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { settingNames } from '#app/config.ts'
import { freePort } from '#tests/browser/process.ts'

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 600_000)
  return folder
}

/** `npm start`, as a person types it in that folder. */
export async function npmStart(folder: string, dataFolder: string) {
  const port = await freePort()
  const began = Date.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...personsEnvironment(), PORT: String(port), DATA_DIR: dataFolder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  let ended = false
  const end = once(child, 'close').then(([code, signal]) => {
    ended = true
    return code ?? signal
  })
  onTestFinished(() => void (isAnyoneLeft() && process.kill(-child.pid!, 'SIGKILL')))

  /** Whether npm or anything that it has started is still there. */
  function isAnyoneLeft(): boolean {
    try {
      return process.kill(-child.pid!, 0)
    } catch {
      return false
    }
  }

  return {
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    isAnyoneLeft,
    /** How many milliseconds it took until the application was ready. */
    async ready(): Promise<number> {
      while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
        if (ended) throw new Error(`npm start ended.\n${output}`)
        await wait(20)
      }
      return Date.now() - began
    },
    /**
     * Sends SIGTERM to npm alone and waits for the end of all that it started. Returns what npm ended by: its shell passes
     * no exit code on.
     */
    async terminate(): Promise<number | string> {
      child.kill('SIGTERM')
      return await end
    },
  }
}

/** Ours, without what the tests and an npm around them have added. */
function personsEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|VITEST.*|INIT_CWD|npm_(?!config_(registry|cafile|.*proxy)).*)$/.test(name),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.endsWith('node_modules/.bin'))
  const unset = settingNames.filter((name) => name !== 'NODE_ENV').map((name) => [name, ''])
  return { ...Object.fromEntries(kept), ...Object.fromEntries(unset), PATH: path.join(delimiter) }
}
