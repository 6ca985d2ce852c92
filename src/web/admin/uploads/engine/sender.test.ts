import { expect, test, vi } from 'vitest'
import { createFakeUploadDeps, fakeFile, megabyte, optionsOf } from '#tests/fixtures/web/uploads.ts'

const large = () => fakeFile('album.zip', 60 * megabyte)
const options = () => optionsOf({ chunkSize: 10 * megabyte })
const gone = { status: 404, reason: 'upload-session-not-found', error: 'Session not found' }

/** A page with a stored session of another page. */
async function reloaded() {
  const before = createFakeUploadDeps({ firstId: 7 })
  await before.uploads.add([large()], options)
  await before.settled()
  for (let turn = 0; turn < 3; turn++) await before.world.open[0]!.reply({})
  before.uploads.close()
  const after = createFakeUploadDeps({ store: before.world.store })
  await after.uploads.restore()
  return after
}

const sessionsOf = ({ world }: ReturnType<typeof createFakeUploadDeps>) =>
  world.open.map(({ chunk }) => `${chunk.session.sessionId} ${chunk.index}`)

test('sends a session of another administrator from its first chunk as a new upload', async () => {
  const page = await reloaded()
  const followed = vi.fn()
  page.uploads.whenRenewed(followed)
  await page.uploads.resume('session-7', large())
  await page.settled()
  expect(sessionsOf(page)).toEqual(['session-1 0', 'session-1 1', 'session-1 2', 'session-1 3'])
  expect(page.uploads.list()).toMatchObject([{ sessionId: 'session-1', sentBytes: 0, state: 'uploading' }])
  expect(followed.mock.calls).toEqual([['session-7', 'session-1']])
  expect((await page.world.store.all()).map(({ sessionId }) => sessionId)).toEqual(['session-1'])
  expect([...page.world.held].filter(([, count]) => count > 0)).toEqual([['session-1', 1]])
  await page.answerAll()
  expect(page.uploads.list()).toMatchObject([{ state: 'completed', fileId: 'file of session-1' }])
  expect([await page.world.store.all(), page.world.held.get('session-1')]).toEqual([[], 0])
})

test.each([404, 410])('replaces a session whose chunk is answered with %i', async (status) => {
  const page = createFakeUploadDeps()
  await page.uploads.add([large()], options)
  await page.settled()
  await page.world.open[0]!.reply({})
  await page.world.open[1]!.reply({ ...gone, status })
  expect(sessionsOf(page)).toEqual(['session-2 0', 'session-2 1', 'session-2 2', 'session-2 3'])
  await page.answerAll()
  expect(page.uploads.list()).toMatchObject([{ state: 'completed', fileId: 'file of session-2' }])
})

test('sends a file again with “Try again” when its answer was lost and it was deleted', async () => {
  const page = createFakeUploadDeps()
  await page.uploads.add([fakeFile('a', megabyte)], options)
  await page.settled()
  for (let turn = 0; turn < 4; turn++) await page.world.open[0]!.reply({ status: 0 })
  await page.uploads.resume('session-1')
  await page.settled()
  await page.world.open[0]!.reply(gone)
  await page.answerAll()
  expect(page.uploads.list()).toMatchObject([{ state: 'completed', fileId: 'file of session-2' }])
})

test('an upload fails with a message when its new session is refused too', async () => {
  const page = createFakeUploadDeps()
  await page.uploads.add([fakeFile('a', megabyte)], options)
  await page.settled()
  for (let turn = 0; turn < 2; turn++) await page.world.open[0]!.reply(gone)
  expect(page.world.open).toEqual([])
  expect(page.uploads.list()).toMatchObject([
    { sessionId: 'session-2', state: 'failed', sentence: 'Session not found' },
  ])
  // A retry starts another session.
  await page.uploads.resume('session-2')
  await page.settled()
  await page.world.open[0]!.reply(gone)
  await page.answerAll()
  expect(page.uploads.list()).toMatchObject([{ state: 'completed', fileId: 'file of session-3' }])
})

test('an upload fails on a server that loses every session', async () => {
  const page = createFakeUploadDeps()
  await page.uploads.add([fakeFile('a', megabyte)], options)
  await page.settled()
  for (let turn = 0; turn < 2; turn++) {
    page.world.forgets = true
    await page.world.open[0]!.reply({ fileId: null })
  }
  expect([page.states(), page.world.open]).toEqual([['a failed'], []])
})

test('does not replace the session for a deleted product', async () => {
  const page = createFakeUploadDeps()
  await page.uploads.add([fakeFile('a', megabyte)], options)
  await page.settled()
  await page.world.open[0]!.reply({ status: 404, reason: 'not-found', error: 'Not found' })
  expect(page.uploads.list()).toMatchObject([{ sessionId: 'session-1', state: 'failed', sentence: 'Not found' }])
})

test('does not store the replacing session without persistence', async () => {
  const page = createFakeUploadDeps()
  await page.uploads.add([fakeFile('a', megabyte)], () => optionsOf({ enablePersistence: false }))
  await page.settled()
  await page.world.open[0]!.reply(gone)
  expect([sessionsOf(page), await page.world.store.all()]).toEqual([['session-2 0'], []])
})
