import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

/** `npm run test:loaded`: all tests, beside two busy loops per core, to prove that none depends on speed. */
const perCore = 2
/** A loop ends when its input does, however this process ends, and by itself after two hours. */
const busyLoop = `
  const end = Date.now() + 7_200_000
  process.stdin.on('close', () => process.exit()).resume()
  const spin = () => { for (const until = Date.now() + 100; Date.now() < until; ); if (Date.now() < end) setImmediate(spin) }
  spin()`

const loops = Array.from({ length: perCore * availableParallelism() }, () =>
  spawn(process.execPath, ['-e', busyLoop], { stdio: ['pipe', 'ignore', 'inherit'] }),
)
console.log(`Testing beside ${loops.length} busy loops.`)
const tests = spawn('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit' })
const [code] = await once(tests, 'close')
for (const { stdin } of loops) stdin.end()
process.exitCode = code ?? 1
