import { expect, test } from 'vitest'
import { scratchProject } from '#tests/commands/scratch.ts'
import { longTest } from '#tests/long-test.ts'

const count = (diary: string, word: string) => diary.split('\n').filter((line) => line.startsWith(word)).length
const sentence = /^[A-Z][^\n]*[.:\w]\n$/

test('a command installs packages once and prints one line', async () => {
  const project = scratchProject()
  expect(await project.prepare()).toEqual({
    code: 0,
    signal: null,
    output: 'Installing packages (once, about a minute)…\n',
  })
  expect(await project.prepare()).toMatchObject({ code: 0, output: '' })
  expect(count(project.diary(), 'install')).toBe(1)
})

test('a command installs packages whose versions have changed', async () => {
  const project = scratchProject()
  await project.prepare()
  project.write('package-lock.json', '{ "changed": true }')
  await project.prepare()
  expect(count(project.diary(), 'install')).toBe(2)
})

test('shows the error of npm when the installation fails, and the next command tries again', async () => {
  const project = scratchProject()
  project.write('npm/install-fails')
  const failed = await project.prepare('build')
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(/npm error network\nThe packages could not be installed; npm says why above\.\n$/)
  expect(count(project.diary(), 'run')).toBe(0)
  project.remove('npm/install-fails')
  expect(await project.prepare()).toMatchObject({ code: 0 })
})

test('runs npm once more when it ends half-way without an error, then gives up', async () => {
  const project = scratchProject()
  project.write('npm/install-stops-half-way')
  expect(await project.prepare()).toMatchObject({
    code: 1,
    output: expect.stringMatching(/npm ended before all packages were installed: please try again\.\n$/),
  })
  expect(count(project.diary(), 'install')).toBe(2)
  project.remove('npm/install-stops-half-way')
  expect(await project.prepare()).toMatchObject({ code: 0 })
})

test('server settings do not reach the installation or the build', async () => {
  const project = scratchProject()
  await project.start(['build'], { env: { NODE_ENV: 'production' } }).outcome
  expect(project.diary()).toBe('install NODE_ENV=\nrun NODE_ENV=\ndone\n')
})

test('builds pages only when a source file has changed', async () => {
  const project = scratchProject()
  await project.prepare('build')
  await project.prepare('build')
  project.write('src/a.test.ts', 'a test')
  project.write('src/routeTree.gen.ts', 'generated')
  project.write('docs/read-me.md', 'prose')
  await project.prepare('build')
  expect(count(project.diary(), 'run')).toBe(1)
  project.write('src/a.ts', 'export const a = 2')
  await project.prepare('build')
  expect(count(project.diary(), 'run')).toBe(2)
  project.write('sites/new/site.ts', 'a site')
  await project.prepare('build')
  expect(count(project.diary(), 'run')).toBe(3)
})

longTest('shows a failed build and does not treat it as finished', async () => {
  const project = scratchProject()
  await project.prepare('build')
  project.write('src/a.ts', 'export const a =')
  project.write('npm/build-fails')
  const failed = await project.prepare('build')
  expect(failed.code).toBe(1)
  expect(failed.output).toMatch(/error in a\.ts\nThe build failed; it says why above\.\n$/)
  project.remove('npm/build-fails')
  project.write('src/a.ts', 'export const a = 1') // as it was when it was built well
  await project.prepare('build')
  expect(count(project.diary(), 'run')).toBe(3)
})

longTest.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('repeats a build that %s interrupts', async (signal) => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const running = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  running.child.kill(signal)
  expect(await running.outcome).toMatchObject({ signal })
  project.remove('npm/build-hangs')
  expect(await project.prepare('build')).toMatchObject({ code: 0, output: expect.stringMatching(/^Building/) })
})

longTest('ends the child processes of an interrupted command', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const running = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  running.child.kill('SIGTERM')
  await running.outcome
  project.remove('npm/build-hangs')
  await project.prepare()
  expect(count(project.diary(), 'done')).toBe(0)
})

test('of two simultaneous commands one prepares and the other waits', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const first = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  const second = project.start(['build'])
  await expect.poll(second.output).toBe('Another command is preparing this folder; waiting for it…\n')
  project.remove('npm/build-hangs')
  expect(await Promise.all([first.outcome, second.outcome])).toMatchObject([{ code: 0 }, { code: 0 }])
  expect([count(project.diary(), 'install'), count(project.diary(), 'run')]).toEqual([1, 1])
})

longTest('a waiting command continues the preparation when the first one is killed', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const first = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  const second = project.start(['build'])
  await expect.poll(second.output).toMatch(/waiting/)
  first.child.kill('SIGTERM')
  await first.outcome
  project.remove('npm/build-hangs')
  expect(await second.outcome).toMatchObject({ code: 0, output: expect.stringMatching(/Building/) })
})

longTest('waits for the processes that a killed command leaves running', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const first = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  first.child.kill('SIGKILL')
  await first.outcome
  const second = project.start(['build'])
  await expect.poll(second.output).toMatch(/waiting/)
  expect(count(project.diary(), 'run')).toBe(1)
  project.remove('npm/build-hangs')
  expect(await second.outcome).toMatchObject({ code: 0, output: expect.stringMatching(/Building/) })
})

test('rejects a Node version that is too old, in one sentence', async () => {
  const project = scratchProject()
  const { code, output } = await project.start(['build'], { node: '18.20.8' }).outcome
  expect({ code, output }).toEqual({
    code: 1,
    output:
      'Stagedoor needs Node 20 or later, and this is Node 18.20.8: install a newer one from https://nodejs.org.\n',
  })
  expect(project.diary()).toBe('')
})

test('requires a recent Node on machines for which the project has no own Node', async () => {
  const project = scratchProject()
  project.write('npm/brings-no-node')
  const { code, output } = await project.start(['build'], { node: '20.19.0' }).outcome
  expect(code).toBe(1)
  expect(output.split('\n')[1]).toMatch(
    /^Stagedoor runs on Node 24 or later; it brings none for .* has 20\.19\.0: install/,
  )
  expect(count(project.diary(), 'run')).toBe(0)
  expect(await project.prepare('build')).toMatchObject({ code: 0, output: expect.stringMatching(/^Building[^\n]*\n$/) })
})

test('uses the Node of the machine when the one of the project does not run', async () => {
  const project = scratchProject()
  project.write('npm/brings-a-broken-node')
  const { code, output } = await project.start(['build'], { node: '20.19.0' }).outcome
  expect(code).toBe(1)
  expect(output).toMatch(/\nStagedoor runs on Node 24 or later; the one it brings does not run here and [^\n]*\n$/)
  expect(project.has('node_modules/.bin/node')).toBe(false)
  expect(await project.prepare('build')).toMatchObject({ code: 0 })
})

test('installs packages that npm skipped for an old Node, with the Node of the project', async () => {
  const project = scratchProject()
  expect(await project.start([], { node: '20.19.0' }).outcome).toMatchObject({ code: 0 })
  expect(count(project.diary(), 'install')).toBe(2)
})

test('restores the link to the Node of the project after npm removes it', async () => {
  const project = scratchProject()
  await project.prepare()
  project.remove('node_modules/.bin/node')
  expect(await project.start([], { node: '20.19.0' }).outcome).toMatchObject({ code: 0, output: '' })
  expect(project.has('node_modules/.bin/node')).toBe(true)
})

test.each(['CHROMIUM_PATH', 'PG_BIN'])('reports a %s that leads nowhere', async (name) => {
  const project = scratchProject()
  await project.prepare()
  const { code, output } = await project.start(['test'], { env: { [name]: '/nowhere' } }).outcome
  expect(code).toBe(1)
  expect(output).toMatch(sentence)
  expect(output).toContain(`${name} names no`)
})
