import { type ChildProcess, execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createImageHelper, type JobLimits } from '#server/images/helper-process.ts'
import { UnreadablePicture } from '#server/images/original.ts'
import { longTest } from '#tests/long-test.ts'

const limits: JobLimits = { seconds: 10, lateSeconds: 30, megabytes: 256, restingMegabytes: 256, idleSeconds: 600 }
let folder = ''
let photo = ''
let large = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helper-'))
  photo = join(folder, 'photo.jpg')
  large = join(folder, 'large.jpg')
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#802010' } }).jpeg()
  await plain(800, 600).toFile(photo)
  await plain(6000, 5000).toFile(large)
  return () => rm(folder, { recursive: true, force: true })
})

function newHelper(changes: Partial<JobLimits> = {}) {
  const helper = createImageHelper({ ...limits, ...changes }, folder)
  onTestFinished(() => helper.close())
  return { helper, small: () => helper.run('encode', photo, { width: 320 }, 'jpeg') }
}

/** The processes that this one has started for pictures. */
const children = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,ppid=,args=', '-A'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('helper-main') && line.trim().split(/\s+/)[1] === String(process.pid))
    .map((line) => Number(line.trim().split(/\s+/)[0]))

test('starts a process for the first job, reuses it, and ends it on close', async () => {
  const { helper, small } = newHelper()
  expect(children()).toEqual([])
  for (let i = 0; i < 12; i++) expect((await sharp(await small()).metadata()).width).toBe(320)
  expect(children()).toHaveLength(1)
  await helper.close()
  expect(children()).toEqual([])
})

test('rejects an unreadable file with the reason and keeps the process', async () => {
  const { helper, small } = newHelper()
  const text = join(folder, 'text.jpg')
  await writeFile(text, 'not a picture')
  await small()
  const before = children()
  await expect(helper.run('normalise', text, null, join(folder, 'x'))).rejects.toMatchObject({
    fault: 'picture-damaged',
  })
  expect(children()).toEqual(before)
})

test('kills the picture process of a job that takes too long or too much memory', async () => {
  const slow = newHelper({ seconds: 0.1 })
  const greedy = newHelper({ megabytes: 1 })
  for (const { helper } of [slow, greedy]) {
    const encoding = helper.run('encode', large, { width: 2400 }, 'avif')
    await expect(encoding).rejects.toThrow(UnreadablePicture)
    await expect(encoding).rejects.toMatchObject({ fault: 'picture-too-heavy' })
    await expect.poll(children).toEqual([])
  }
  expect(await newHelper().small()).toBeInstanceOf(Uint8Array)
})

test('replaces a process that dies and repeats its job', async () => {
  const { helper, small } = newHelper()
  await small()
  const encoding = helper.run('encode', large, { width: 2400 }, 'webp')
  const [first] = children()
  process.kill(first!, 'SIGKILL')
  expect((await encoding).length).toBeGreaterThan(100)
  expect(children()).not.toContain(first)
  await small()
})

longTest('gives no job to a picture process whose channel is closed', async () => {
  const started: ChildProcess[] = []
  const onStart = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', onStart)
  onTestFinished(() => void unsubscribe('child_process', onStart))
  const { small } = newHelper()
  await small()
  started[0]!.disconnect()
  expect(await small()).toBeInstanceOf(Uint8Array)
})

longTest('replaces a process that has grown and ends an idle one', async () => {
  const grown = newHelper({ restingMegabytes: 1 })
  await grown.small()
  await expect.poll(children).toEqual([])
  expect(await grown.small()).toBeInstanceOf(Uint8Array)
  const idle = newHelper({ idleSeconds: 0.05 })
  await idle.small()
  await expect.poll(children).toEqual([])
  expect(await idle.small()).toBeInstanceOf(Uint8Array)
})

test.runIf(process.platform === 'linux')('all threads of a nice helper have the lowest priority', async () => {
  const niceness = (pid: number) =>
    execFileSync('ps', ['-L', '-o', 'ni=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
  await newHelper({ isNice: true }).small()
  const threads = niceness(children()[0]!)
  expect(threads.length).toBeGreaterThan(1)
  expect(new Set(threads)).toEqual(new Set(['19']))
})

test('passes no secrets of the server to the helper process', async () => {
  vi.stubEnv('APP_SECRET', 'in confidence')
  onTestFinished(() => void vi.unstubAllEnvs())
  await newHelper().small()
  const [pid] = children()
  expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toContain('confidence')
})

test.runIf(process.platform === 'linux')('the helper process has kernel resource limits', async () => {
  await newHelper().small()
  const [pid] = children()
  const limitOf = async (name: string) =>
    new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(await readFile(`/proc/${pid}/limits`, 'utf8'))?.slice(1)
  expect(await limitOf('Max core file size')).toEqual(['0', '0'])
  expect(await limitOf('Max open files')).toEqual(['64', '64'])
  for (const [name, megabytes] of [
    ['Max file size', 1024],
    ['Max data size', 1280],
  ] as const)
    expect(await limitOf(name)).toEqual(Array(2).fill(String(megabytes * 1024 * 1024)))
})

test('the helper process may write to one folder only', async () => {
  const { helper } = newHelper()
  const logo = join(folder, 'logo.png')
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  await sharp({ create: { width: 20, height: 20, channels: 4, background } })
    .png()
    .toFile(logo)
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  await expect(helper.run('normalise', logo, null, join(elsewhere, 'x'))).rejects.toThrow(/access to this api/i)
  expect(await readdir(elsewhere)).toEqual([])
  expect(await helper.run('normalise', logo, null, join(folder, 'kept'))).toMatchObject({ width: 20 })
})
