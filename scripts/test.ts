import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

/** `npm test`: types and style are checked while the tests start, which leaves a core idle. What fails there ends the tests. */
const run = promisify(execFile)
const tests = spawn('vitest', ['run'], { stdio: 'inherit' })
const ended = once(tests, 'close')

async function isSound(command: string, ...args: string[]): Promise<boolean> {
  try {
    await run(command, args, { maxBuffer: 2 ** 26 })
    return true
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    console.error(`${command} fails:\n${stdout}${stderr}`)
    tests.kill('SIGINT')
    return false
  }
}

// One checker: several repeat each other's work, and the other core is busy.
const checks = await Promise.all([isSound('tsc', '--checkers', '1'), isSound('biome', 'check', '--colors=force')])
const [code] = await ended
process.exitCode = checks.every(Boolean) ? (code ?? 1) : 1
