import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { npmStart, temporaryFolder } from '#tests/commands/npm-start.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a clone would hold if everything here were committed. */
function clone(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const file of listed
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(join(root, name)))) {
    cpSync(join(root, file), join(folder, file))
  }
}

test('npm start works in a fresh clone, and the second start is quick', async () => {
  const folder = temporaryFolder()
  const data = temporaryFolder()
  clone(folder)

  const first = await npmStart(folder, data)
  const firstTime = await first.ready()
  expect(first.output()).toMatch(/Installing packages.*\n.*Building the pages.*\n/s)
  expect((await fetch(first.address, { headers: { host: 'localhost' } })).status).toBe(200)
  expect(await first.terminate()).toBe('SIGTERM')
  await expect.poll(first.isAnyoneLeft).toBe(false)

  const second = await npmStart(folder, data)
  const secondTime = await second.ready()
  expect(second.output()).not.toMatch(/Installing|Building/)
  expect(await second.terminate()).toBe('SIGTERM')
  console.log(`ready after ${firstTime} ms in a fresh clone, after ${secondTime} ms the second time`)

  for (const file of ['package.json', 'package-lock.json']) {
    expect(readFileSync(join(folder, file), 'utf8')).toBe(readFileSync(join(root, file), 'utf8'))
  }
}, 1_200_000)
