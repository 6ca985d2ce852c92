import { expect, test } from 'vitest'
import { createFakeUploadDeps, fakeFile, megabyte, optionsOf } from '#tests/fixtures/web/uploads.ts'
import { createSharedStopwatch } from '#web/admin/uploads/engine/network-monitor.ts'

const options = () => optionsOf()

/** How the next file is cut, which follows from how fast the last ones went. */
async function nextChunk({ uploads, world, settled }: ReturnType<typeof createFakeUploadDeps>): Promise<number> {
  await uploads.add([fakeFile('next.zip', 95 * megabyte)], options)
  await settled()
  return world.open[0]!.chunk.session.chunkSize / megabyte
}

test('measures the speed of all files together', async () => {
  const page = createFakeUploadDeps()
  await page.uploads.add(
    ['a', 'b', 'c'].map((name) => fakeFile(name, 20 * megabyte)),
    options,
  )
  await page.settled()
  page.world.time += 15_000
  for (let turn = 0; turn < 3; turn++) await page.world.open[0]!.reply({})
  // 80 % of 4 MB per second for five seconds.
  expect(await nextChunk(page)).toBe(16)
})

test('ignores failed chunks and the wait before a retry', async () => {
  const page = createFakeUploadDeps()
  page.world.pingMs = 62.5
  await page.uploads.add([fakeFile('a', 60 * megabyte)], () =>
    optionsOf({ sequentialMode: true, chunkSize: 20 * megabyte }),
  )
  await page.settled()
  for (let turn = 0; turn < 3; turn++) {
    page.world.time += 60_000
    await page.world.open[0]!.reply({ status: 0 })
    page.world.time += 5_000
    await page.world.open[0]!.reply({})
  }
  expect(page.states()).toEqual(['a completed'])
  expect(await nextChunk(page)).toBe(16)
})

test('a chunk that waits for a retry takes no share of the connection', async () => {
  const page = createFakeUploadDeps({ wait: () => new Promise(() => {}) })
  await page.uploads.add(
    ['a', 'b', 'c', 'd'].map((name) => fakeFile(name, 20 * megabyte)),
    options,
  )
  await page.settled()
  for (let turn = 0; turn < 2; turn++) await page.world.open[0]!.reply({ status: 503 })
  for (let turn = 0; turn < 2; turn++) {
    page.world.time += 5_000
    await page.world.open[0]!.reply({})
  }
  await page.uploads.add([fakeFile('e', 20 * megabyte)], options)
  await page.settled()
  page.world.time += 5_000
  await page.world.open[0]!.reply({})
  expect(await nextChunk(page)).toBe(16)
})

test('measures each concurrent chunk with its share of the bandwidth', () => {
  let time = 0
  const beginChunk = createSharedStopwatch(() => time)
  const [first, second] = [beginChunk(), beginChunk()]
  time += 10_000
  expect(first()).toBe(5_000)
  time += 2_000
  const third = beginChunk()
  time += 4_000
  expect([second(), third()]).toEqual([9_000, 2_000])
  time += 60_000
  const last = beginChunk()
  time += 1_000
  expect(last()).toBe(1_000)
})
