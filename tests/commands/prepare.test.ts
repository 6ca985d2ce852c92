import { expect, test } from 'vitest'
import { scratchProject } from '#tests/commands/scratch.ts'
import { longTest } from '#tests/long-test.ts'

const count = (diary: string, word: string) => diary.split('\n').filter((line) => line.startsWith(word)).length
const sentence = /^[A-Z][^\n]*[.:\w]\n$/

test('packages are installed once, with one line about it', async () => {
  const project = scratchProject()
  expect(await project.prepare()).toEqual({
    code: 0,
    signal: null,
    said: 'Installing packages (once, about a minute)…\n',
  })
  expect(await project.prepare()).toMatchObject({ code: 0, said: '' })
  expect(count(project.diary(), 'install')).toBe(1)
})

test('changed packages are installed', async () => {
  const project = scratchProject()
  await project.prepare()
  project.write('package-lock.json', '{ "changed": true }')
  await project.prepare()
  expect(count(project.diary(), 'install')).toBe(2)
})

test('when packages cannot be installed, npm says why, and the next command tries again', async () => {
  const project = scratchProject()
  project.write('npm/install-fails')
  const failed = await project.prepare('build')
  expect(failed.code).toBe(1)
  expect(failed.said).toMatch(/npm error network\nThe packages could not be installed; npm says why above\.\n$/)
  expect(count(project.diary(), 'run')).toBe(0)
  project.remove('npm/install-fails')
  expect(await project.prepare()).toMatchObject({ code: 0 })
})

test('an npm that ends half-way without an error is asked once more, and then given up', async () => {
  const project = scratchProject()
  project.write('npm/install-stops-half-way')
  expect(await project.prepare()).toMatchObject({
    code: 1,
    said: expect.stringMatching(/npm ended before all packages were installed: please try again\.\n$/),
  })
  expect(count(project.diary(), 'install')).toBe(2)
  project.remove('npm/install-stops-half-way')
  expect(await project.prepare()).toMatchObject({ code: 0 })
})

test('the settings for a server on this machine do not reach the installation or the build', async () => {
  const project = scratchProject()
  await project.start(['build'], { env: { NODE_ENV: 'production' } }).outcome
  expect(project.diary()).toBe('install NODE_ENV=\nrun NODE_ENV=\ndone\n')
})

test('pages are built when a source has changed, and only then', async () => {
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

longTest('a failed build is shown and is not taken for finished', async () => {
  const project = scratchProject()
  await project.prepare('build')
  project.write('src/a.ts', 'export const a =')
  project.write('npm/build-fails')
  const failed = await project.prepare('build')
  expect(failed.code).toBe(1)
  expect(failed.said).toMatch(/error in a\.ts\nThe build failed; it says why above\.\n$/)
  project.remove('npm/build-fails')
  project.write('src/a.ts', 'export const a = 1') // as it was when it was built well
  await project.prepare('build')
  expect(count(project.diary(), 'run')).toBe(3)
})

longTest.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('a build that %s interrupts is done again', async (signal) => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const running = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  running.child.kill(signal)
  expect(await running.outcome).toMatchObject({ signal })
  project.remove('npm/build-hangs')
  expect(await project.prepare('build')).toMatchObject({ code: 0, said: expect.stringMatching(/^Building/) })
})

longTest('what an interrupted command has started ends with it', async () => {
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

test('of two commands at the same time one prepares and the other waits for it', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const first = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  const second = project.start(['build'])
  await expect.poll(second.said).toBe('Another command is preparing this folder; waiting for it…\n')
  project.remove('npm/build-hangs')
  expect(await Promise.all([first.outcome, second.outcome])).toMatchObject([{ code: 0 }, { code: 0 }])
  expect([count(project.diary(), 'install'), count(project.diary(), 'run')]).toEqual([1, 1])
})

longTest('who waits for a command that is killed takes over', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const first = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  const second = project.start(['build'])
  await expect.poll(second.said).toMatch(/waiting/)
  first.child.kill('SIGTERM')
  await first.outcome
  project.remove('npm/build-hangs')
  expect(await second.outcome).toMatchObject({ code: 0, said: expect.stringMatching(/Building/) })
})

longTest('what a killed command leaves running is waited for', async () => {
  const project = scratchProject()
  project.write('npm/build-hangs')
  const first = project.start(['build'])
  await expect.poll(() => project.has('dist')).toBe(true)
  first.child.kill('SIGKILL')
  await first.outcome
  const second = project.start(['build'])
  await expect.poll(second.said).toMatch(/waiting/)
  expect(count(project.diary(), 'run')).toBe(1)
  project.remove('npm/build-hangs')
  expect(await second.outcome).toMatchObject({ code: 0, said: expect.stringMatching(/Building/) })
})

test('a Node that is too old is refused in one sentence', async () => {
  const project = scratchProject()
  const { code, said } = await project.start(['build'], { node: '18.20.8' }).outcome
  expect({ code, said }).toEqual({
    code: 1,
    said: 'Stagedoor needs Node 20 or later, and this is Node 18.20.8: install a newer one from https://nodejs.org.\n',
  })
  expect(project.diary()).toBe('')
})

test('where the project brings no Node, the machine must have a new one', async () => {
  const project = scratchProject()
  project.write('npm/brings-no-node')
  const { code, said } = await project.start(['build'], { node: '20.19.0' }).outcome
  expect(code).toBe(1)
  expect(said.split('\n')[1]).toMatch(
    /^Stagedoor runs on Node 24 or later; it brings none for .* has 20\.19\.0: install/,
  )
  expect(count(project.diary(), 'run')).toBe(0)
  expect(await project.prepare('build')).toMatchObject({ code: 0, said: expect.stringMatching(/^Building[^\n]*\n$/) })
})

test('a Node of the project that does not run here makes way for the machine’s own', async () => {
  const project = scratchProject()
  project.write('npm/brings-a-broken-node')
  const { code, said } = await project.start(['build'], { node: '20.19.0' }).outcome
  expect(code).toBe(1)
  expect(said).toMatch(/\nStagedoor runs on Node 24 or later; the one it brings does not run here and [^\n]*\n$/)
  expect(project.has('node_modules/.bin/node')).toBe(false)
  expect(await project.prepare('build')).toMatchObject({ code: 0 })
})

test('what npm has left out because of the machine’s old Node is installed by the project’s own', async () => {
  const project = scratchProject()
  expect(await project.start([], { node: '20.19.0' }).outcome).toMatchObject({ code: 0 })
  expect(count(project.diary(), 'install')).toBe(2)
})

test('the link to the project’s Node comes back when npm has taken it away', async () => {
  const project = scratchProject()
  await project.prepare()
  project.remove('node_modules/.bin/node')
  expect(await project.start([], { node: '20.19.0' }).outcome).toMatchObject({ code: 0, said: '' })
  expect(project.has('node_modules/.bin/node')).toBe(true)
})

test.each(['CHROMIUM_PATH', 'PG_BIN'])('a %s that leads nowhere is named', async (name) => {
  const project = scratchProject()
  await project.prepare()
  const { code, said } = await project.start(['test'], { env: { [name]: '/nowhere' } }).outcome
  expect(code).toBe(1)
  expect(said).toMatch(sentence)
  expect(said).toContain(`${name} names no`)
})
