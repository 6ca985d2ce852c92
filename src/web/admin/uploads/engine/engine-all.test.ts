import { expect, test, vi } from 'vitest'
import { createFakeUploadDeps, fakeFile, megabyte, optionsOf } from '#tests/fixtures/web/uploads.ts'

const options = () => optionsOf()

/** One complete, one refused, three running and one waiting upload. */
async function ofEachKind() {
  const opened = createFakeUploadDeps()
  const { uploads, world, settled, states } = opened
  await uploads.add(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => fakeFile(name, megabyte)),
    options,
  )
  await settled()
  await world.open[0]!.reply({})
  await world.open[0]!.reply({ status: 422, error: 'This is no recording.' })
  expect(states()).toEqual(['a completed', 'b failed', 'c uploading', 'd uploading', 'e uploading', 'f waiting'])
  return opened
}

test('pauses all running and waiting uploads and sends nothing more', async () => {
  const { uploads, world, settled, states } = await ofEachKind()
  uploads.pauseAll()
  await settled()
  expect(states()).toEqual(['a completed', 'b failed', 'c paused', 'd paused', 'e paused', 'f paused'])
  expect(
    new Set(
      uploads
        .list()
        .slice(2)
        .map(({ sentence }) => sentence),
    ),
  ).toEqual(new Set(['Upload paused: Manually paused']))
  expect(uploads.list()[1]!.sentence).toBe('This is no recording.')
  expect([world.open, uploads.isBusy()]).toEqual([[], false])
})

test('resumes paused and disconnected uploads, but not refused ones', async () => {
  const { uploads, world, settled, states, answerAll } = await ofEachKind()
  for (let turn = 0; turn < 4; turn++)
    await world.open.find(({ chunk }) => chunk.session.fileName === 'c')!.reply({ status: 0 })
  uploads.pauseAll()
  await settled()
  expect(states()).toEqual(['a completed', 'b failed', 'c failed', 'd paused', 'e paused', 'f paused'])
  uploads.resumeAll()
  await settled()
  await answerAll()
  expect(states()).toEqual(['a completed', 'b failed', 'c completed', 'd completed', 'e completed', 'f completed'])
})

test('removes only complete uploads from the list', async () => {
  const { uploads, world, states, answerAll } = await ofEachKind()
  const read = vi.fn()
  uploads.subscribe(read)
  uploads.clearCompleted()
  expect(read).toHaveBeenCalledOnce()
  expect(states()).toEqual(['b failed', 'c uploading', 'd uploading', 'e uploading', 'f waiting'])
  expect(world.cancelled).toEqual([])
  await answerAll()
  expect(states()).toEqual(['b failed', 'c completed', 'd completed', 'e completed', 'f completed'])
  uploads.clearCompleted()
  expect(states()).toEqual(['b failed'])
})

test('keeps the metrics of the last 500 chunks', async () => {
  const { uploads, settled, answerAll } = createFakeUploadDeps()
  await uploads.add([fakeFile('album.zip', 505 * megabyte)], () => optionsOf({ chunkSize: megabyte }))
  await settled()
  await answerAll(10)
  const indexes = uploads.metrics().map(({ index }) => index)
  expect(indexes).toEqual(Array.from({ length: 500 }, (_, at) => at + 5))
})
