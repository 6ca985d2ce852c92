import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#tests/browser/process.ts'
import { temporaryFolder } from '#tests/commands/npm-start.ts'
import { environment, nodeFlags } from '../../scripts/memory-settings.mjs'

const launch = join(root, 'scripts/launch.mjs')

/** A program that names its variables and arguments, then the signal that it is stopped by. With WORD=end it ends. */
const program = `
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => { console.log(signal); process.exit() })
console.log(process.env.WORD, process.argv.slice(2))
if (process.env.WORD === 'end') process.exit(7)
setInterval(() => {}, 1000)
`

/** npm starts the program through a shell, which becomes the program or waits for it. */
async function startWithNpm(word: string, becomesProgram = false) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'program.mjs'), program)
  const script = `${becomesProgram ? 'exec ' : ''}node ${launch} WORD=${word} program.mjs --one`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: script } }))
  const npm = spawn('npm', ['start', '--silent'], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  // The output ends with the last process that can write to it.
  const ended = once(npm, 'close').then(([code]) => code)
  await expect.poll(() => output).toContain('\n')
  return { npm, ended, output: () => output }
}

test('the launcher sets variables, passes arguments and ends with the exit code of the program', async () => {
  const { ended, output } = await startWithNpm('end')
  expect(await ended).toBe(7)
  expect(output()).toBe("end [ '--one' ]\n")
})

test('passes Ctrl+C to the program', async () => {
  const { npm, ended, output } = await startWithNpm('a=b')
  process.kill(-npm.pid!, 'SIGINT')
  await ended
  expect(output()).toBe("a=b [ '--one' ]\nSIGINT\n")
})

describe.each([
  ['becomes the program', true],
  ['waits for the program', false],
])('with a shell that %s', (_, becomesProgram) => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('the program gets SIGTERM when npm gets %s', async (signal) => {
    const { npm, ended, output } = await startWithNpm('x', becomesProgram)
    npm.kill(signal)
    await ended
    expect(output()).toBe("x [ '--one' ]\nSIGTERM\n")
  })
})

test.skipIf(process.platform === 'win32')('a server begins with settings that keep its memory small', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'src/app'), { recursive: true })
  const says = 'console.log(JSON.stringify([process.env, process.execArgv, process.argv.slice(2)]))'
  for (const name of ['main', 'worker']) {
    writeFileSync(join(folder, `src/app/${name}.ts`), says)
    const env = { PATH: process.env.PATH, MALLOC_ARENA_MAX: '7' }
    const words = [launch, 'WORD=x', `src/app/${name}.ts`, '--one']
    const [seen, flags, args] = JSON.parse(
      execFileSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' }),
    )
    expect(flags).toEqual(nodeFlags)
    expect(args).toEqual(['--one'])
    // What the operator has set stays.
    expect(seen).toMatchObject({ ...environment, MALLOC_ARENA_MAX: '7', WORD: 'x' })
  }
})

test('npm scripts use no feature of a POSIX shell', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [name, script] of Object.entries(scripts))
    for (const command of script.split(' && '))
      expect(command, name).toMatch(/^(node|npm|vite|vitest|tsc|biome|drizzle-kit) [\w:=./ -]+$/)
})
