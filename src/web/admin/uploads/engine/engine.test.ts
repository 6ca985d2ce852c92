import { expect, test, vi } from 'vitest'
import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { createFakeUploadDeps, createTabLock, fakeFile, megabyte, optionsOf } from '#tests/fixtures/web/uploads.ts'

const large = (name = 'album.zip') => fakeFile(name, 95 * megabyte)
const options = () => optionsOf()

test('sends a file of up to 50 MB at once and a larger one in concurrent chunks', async () => {
  const { uploads, world, settled, indexes, answerAll, states } = createFakeUploadDeps()
  await uploads.add([fakeFile('small.mp3', 50 * megabyte)], options)
  await settled()
  expect(world.open[0]!.chunk.session).toMatchObject({ totalChunks: 1, chunkSize: 50 * megabyte })
  await answerAll(1_000)
  expect(states()).toEqual(['small.mp3 completed'])
  expect(indexes()).toEqual([])
})

test.each([
  [25, 4, 25],
  [26, 3, 10],
  [1_000, 2, 2],
  [3_000, 1, 1],
])('when 256 KB take %i ms, sends %i chunks of %i MB at once from the first file on', async (ms, max, megabytes) => {
  const { uploads, world, settled } = createFakeUploadDeps()
  world.pingMs = ms
  await uploads.add([fakeFile('album.zip', 100 * megabyte)], options)
  await settled()
  expect(world.open).toHaveLength(max)
  expect(world.open[0]!.chunk.session).toMatchObject({
    chunkSize: megabytes * megabyte,
    totalChunks: 100 / megabytes,
  })
})

test('repeats the speed test on retry after a slow result', async () => {
  const { uploads, world, settled, states, answerAll } = createFakeUploadDeps()
  world.pingMs = 60_000
  await uploads.add([large()], options)
  expect(states()).toEqual(['album.zip failed'])
  await uploads.resume('session-1')
  expect(uploads.list()[0]!.sentence).toBe('Network connection not suitable for large uploads')
  world.pingMs = 100
  await uploads.resume('session-1')
  await settled()
  await answerAll()
  expect(states()).toEqual(['album.zip completed'])
})

test('rejects a retry while memory is still short', async () => {
  const { uploads, world } = createFakeUploadDeps()
  world.used = 500 * megabyte
  await uploads.add([large()], options)
  await uploads.resume('session-1')
  expect(uploads.list()[0]).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('Insufficient browser memory'),
  })
  expect(world.open).toEqual([])
})

test('uploads many files in parallel, each completing on its own', async () => {
  const { uploads, settled, world, answerAll, states } = createFakeUploadDeps()
  const ended = vi.fn()
  uploads.whenComplete(ended)
  await uploads.add(
    ['a', 'b', 'c', 'd', 'e'].map((name) => fakeFile(name, megabyte)),
    options,
  )
  await settled()
  expect(world.open).toHaveLength(3)
  expect(uploads.isBusy()).toBe(true)
  await answerAll()
  expect(states()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name} completed`))
  expect(ended).toHaveBeenCalledTimes(5)
  expect(uploads.list()[0]).toMatchObject({ fileId: 'file of session-1', sentBytes: megabyte })
  expect(uploads.isBusy()).toBe(false)
  expect(await world.store.all()).toEqual([])
})

test('reports progress in bytes, speed and time left', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', 10 * megabyte)], options)
  await settled()
  const { onProgress } = world.open[0]!.chunk
  onProgress(0)
  world.time += 1_000
  onProgress(2 * megabyte)
  expect(uploads.list()[0]).toMatchObject({
    sentBytes: 2 * megabyte,
    bytesPerSecond: 2 * megabyte,
    secondsLeft: 4,
    state: 'uploading',
  })
})

test('retries a chunk after 1, 2 and 4 seconds, then the upload has failed', async () => {
  const { uploads, world, settled, states } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  for (const status of [503, 0, 500]) await world.open[0]!.reply({ status })
  expect(world.waits).toEqual([1_000, 2_000, 4_000])
  expect(states()).toEqual(['a uploading'])
  await world.open[0]!.reply({ status: 502 })
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence: 'Upload failed: 502' })
  expect(uploads.metrics().at(-1)).toMatchObject({ status: 502, tries: 4 })
  await uploads.resume('session-1')
  await settled()
  await world.open[0]!.reply({})
  expect(states()).toEqual(['a completed'])
})

test('does not retry a refusal, shows its reason and continues the others', async () => {
  const { uploads, world, settled, states, answerAll } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'This is no recording.' })
  expect(world.waits).toEqual([])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence: 'This is no recording.' })
  await answerAll()
  expect(states()).toEqual(['a failed', 'b completed'])
})

test('a file with wrong content is not listed as a file of the product, also after a reload', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([fakeFile('a.mp3', megabyte), fakeFile('b.mp3', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'This is no recording.', reason: 'upload-not-audio' })
  await world.open[0]!.reply({ status: 422, error: 'It was damaged.', reason: 'file-damaged' })
  const refused = (list: typeof uploads.list) => list().map(({ fileName, isRefused }) => [fileName, isRefused])
  expect(refused(uploads.list)).toEqual([
    ['a.mp3', true],
    ['b.mp3', false],
  ])
  const reloaded = createFakeUploadDeps({ store: world.store })
  await reloaded.uploads.restore()
  expect(refused(reloaded.uploads.list).sort()).toEqual([
    ['a.mp3', true],
    ['b.mp3', false],
  ])
})

test('a paused upload sends nothing, says why and resumes where it stopped', async () => {
  const { uploads, world, settled, indexes, answerAll, states } = createFakeUploadDeps()
  await uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await settled()
  await world.open[1]!.reply({})
  uploads.pause('session-1')
  await settled()
  expect(indexes()).toEqual([])
  expect(uploads.list()[0]).toMatchObject({
    state: 'paused',
    sentence: 'Upload paused: Manually paused',
    sentBytes: 10 * megabyte,
  })
  await expect(uploads.resume('session-2')).rejects.toThrow('Session session-2 not found in storage')
  await uploads.resume('session-1')
  await settled()
  expect(indexes()).not.toContain(1)
  await expect(uploads.resume('session-1')).rejects.toThrow('Session session-1 is already active')
  await answerAll()
  expect(states()).toEqual(['album.zip completed'])
  await expect(uploads.resume('session-1')).rejects.toThrow('Session session-1 is already completed')
  expect(() => uploads.pause('nobody')).toThrow('Session not found')
})

test('pauses all uploads offline and resumes them online', async () => {
  const { uploads, setOnline, settled, states, indexes, answerAll } = createFakeUploadDeps()
  await uploads.add([large('a'), large('b')], options)
  await settled()
  uploads.pause('session-2')
  await setOnline(false)
  expect(indexes()).toEqual([])
  expect(uploads.list()[0]!.sentence).toBe(`Upload paused: ${fileUploadTexts.networkDisconnected}`)
  await setOnline(true)
  await answerAll()
  expect(states()).toEqual(['a completed', 'b completed'])
})

test('resumes uploads without an answer when the connection is back', async () => {
  const { uploads, world, setOnline, settled, answerAll, states } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  for (let turn = 0; turn < 4; turn++) await world.open[0]!.reply({ status: 0 })
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence: fileUploadTexts.connectionLost })
  await setOnline(true)
  await answerAll()
  expect(states()).toEqual(['a completed'])
})

test('resumes uploads without an answer once the server answers', async () => {
  const { uploads, world, settled, answerAll, states } = createFakeUploadDeps()
  const probe = async () => {
    world.timers.get(20_000)!()
    await settled()
  }
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte)], options)
  await settled()
  uploads.pause('session-2')
  for (let turn = 0; turn < 4; turn++) await world.open[0]!.reply({ status: 0 })
  world.pingMs = null
  await probe()
  expect(states()).toEqual(['a failed', 'b paused'])
  world.pingMs = 25
  await probe()
  await answerAll()
  expect(states()).toEqual(['a completed', 'b paused'])
})

test('sends an upload again that the server no longer knows', async () => {
  const { uploads, world, settled, answerAll, states } = createFakeUploadDeps()
  await uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await settled()
  for (let turn = 0; turn < 4; turn++) await world.open[0]!.reply({})
  // Asleep for more than a day: the next chunk begins a session of the same name, without a word.
  world.server.clear()
  await world.open[0]!.reply({})
  expect(uploads.list()[0]!.sentBytes).toBe(10 * megabyte)
  await answerAll()
  expect(states()).toEqual(['album.zip completed'])
  expect([...world.server.get('session-1')!].sort()).toEqual(Array.from({ length: 10 }, (_, index) => index))
})

test('asks the server about an upload whose last answer was lost', async () => {
  const { uploads, world, settled, states } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ fileId: null, received: 1 })
  // All chunks are stored but there is no file: one chunk is sent again.
  expect(world.open.map(({ chunk }) => chunk.session.sessionId)).toEqual(['session-2', 'session-1'])
  await world.open[1]!.reply({})
  expect(states()).toEqual(['a completed', 'b uploading'])
  for (let turn = 0; turn < 2; turn++) await world.open[0]!.reply({ fileId: null, received: 1 })
  expect(states()).toEqual(['a completed', 'b failed'])
})

test('leaves an upload of another tab alone until that tab is closed', async () => {
  const held = new Map<string, number>()
  const first = createFakeUploadDeps({ held })
  const { store, server } = first.world
  await first.uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await first.settled()
  await first.world.open[0]!.reply({})
  const second = createFakeUploadDeps({ store, server, held })
  await second.uploads.restore()
  expect(second.uploads.list()).toEqual([])
  // With the same file both tabs continue, and closing one loses nothing.
  await second.uploads.add([large()], options)
  await second.uploads.cancel('session-1')
  expect([second.world.cancelled, (await store.all()).length]).toEqual([[], 1])
  first.uploads.close()
  await second.uploads.restore()
  expect(second.states()).toEqual(['album.zip needs-file'])
})

test('pauses an upload when the session of the owner expires', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 401 })
  expect(uploads.list()[0]).toMatchObject({ state: 'paused', sentence: 'Upload paused: Signed out' })
})

test('warns before leaving while an upload would be stopped or lost', async () => {
  const { uploads, world, settled, setOnline, answerAll } = createFakeUploadDeps()
  expect(uploads.hasUnsentFile()).toBe(false)
  // Nothing that could be sent is lost with this one.
  await uploads.add([fakeFile('empty', 0)], options)
  expect(uploads.hasUnsentFile()).toBe(false)
  await uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await settled()
  await world.open[0]!.reply({})
  expect(uploads.hasUnsentFile()).toBe(true)
  await setOnline(false)
  expect([uploads.isBusy(), uploads.hasUnsentFile()]).toEqual([false, true])
  await setOnline(true)
  await world.open[0]!.reply({ status: 401 })
  expect([uploads.list()[1]!.sentence, uploads.hasUnsentFile()]).toEqual(['Upload paused: Signed out', true])
  await uploads.resume('session-2')
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'The storage is used up.' })
  expect([uploads.list()[1]!.state, uploads.hasUnsentFile()]).toEqual(['failed', true])
  const reloaded = createFakeUploadDeps({ store: world.store })
  await reloaded.uploads.restore()
  expect([reloaded.states(), reloaded.uploads.hasUnsentFile()]).toEqual([['album.zip needs-file'], false])
  await uploads.cancel('session-2')
  expect(uploads.hasUnsentFile()).toBe(false)
  await uploads.add([large('b')], options)
  await settled()
  await answerAll()
  expect([uploads.list().at(-1)!.state, uploads.hasUnsentFile()]).toEqual(['completed', false])
})

test('stores one file when another tab is already sending it', async () => {
  const first = createFakeUploadDeps()
  await first.uploads.add([fakeFile('other.mp3', megabyte), large()], options)
  await first.settled()
  const second = createFakeUploadDeps({ store: first.world.store, server: first.world.server })
  await second.uploads.add([large()], options)
  await second.settled()
  const [known] = first.uploads.list().filter(({ fileName }) => fileName === 'album.zip')
  expect(second.uploads.list().map(({ sessionId }) => sessionId)).toEqual([known!.sessionId])
  // Another product, name or file makes a separate upload.
  for (const [file, more] of [
    [large(), { productId: 'q' }],
    [large(), { targetFilename: 'b-sides.zip' }],
    [fakeFile('album.zip', 94 * megabyte), {}],
  ] as const) {
    const third = createFakeUploadDeps({ store: first.world.store })
    await third.uploads.add([file], () => optionsOf(more))
    expect(third.uploads.list()[0]!.sessionId).not.toBe(known!.sessionId)
    third.uploads.close()
  }
})

test('stores one file when two tabs upload the same file at once', async () => {
  const inTurn = createTabLock()
  const first = createFakeUploadDeps({ inTurn })
  const { store, server } = first.world
  // A new upload in the second tab would have its own id.
  await first.uploads.add([fakeFile('other.mp3', megabyte)], options)
  const second = createFakeUploadDeps({ store, server, inTurn })
  await Promise.all([first, second].map(({ uploads }) => uploads.add([large()], options)))
  const idsOf = ({ uploads }: typeof first) => uploads.list().map(({ sessionId }) => sessionId)
  expect([idsOf(first), idsOf(second)]).toEqual([['session-1', 'session-2'], ['session-2']])
  for (const { settled, answerAll } of [first, second]) {
    await settled()
    await answerAll()
  }
  expect(second.states()).toEqual(['album.zip completed'])
  expect([...server.keys()]).toEqual(['session-1', 'session-2'])
})

test('an upload paused during the speed test keeps its chunk size', async () => {
  const { uploads, world, answerAll, settled, states } = createFakeUploadDeps()
  world.pingMs = 1_000
  const stopReading = uploads.subscribe(() => {
    stopReading()
    uploads.pause('session-1')
  })
  await uploads.add([large()], options)
  expect(states()).toEqual(['album.zip paused'])
  const [kept] = await world.store.all()
  await uploads.resume('session-1')
  await settled()
  expect(world.open[0]!.chunk.session.chunkSize).toBe(kept!.chunkSize)
  await answerAll()
  expect(states()).toEqual(['album.zip completed'])
})

test('after a reload the same file resumes with its missing chunks', async () => {
  const before = createFakeUploadDeps()
  await before.uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await before.settled()
  for (let turn = 0; turn < 4; turn++) await before.world.open[0]!.reply({})
  before.uploads.close()

  const after = createFakeUploadDeps({ store: before.world.store, server: before.world.server })
  await after.uploads.restore()
  expect(after.uploads.list()[0]).toMatchObject({
    state: 'needs-file',
    sentBytes: 40 * megabyte,
    sentence: fileUploadTexts.needsFile,
  })
  await expect(after.uploads.resume('session-1')).rejects.toThrow('Original file not available for resume')
  for (const other of [fakeFile('album.zip', 95 * megabyte, 9_000), large('another.zip')])
    await expect(after.uploads.resume('session-1', other)).rejects.toThrow('File has changed since upload started')
  expect(after.states()).toEqual(['album.zip needs-file'])
  await after.uploads.add([large()], options)
  await after.settled()
  expect(after.indexes()).toEqual([4, 5, 6, 7])
  await after.answerAll()
  expect(after.states()).toEqual(['album.zip completed'])
})

test('after a reload, lists unsent files until they are sent, dismissed or a day old', async () => {
  const before = createFakeUploadDeps()
  const files = ['refused', 'going', 'going too', 'next', 'last'].map((name) => fakeFile(name, megabyte))
  await before.uploads.add(files, options)
  await before.settled()
  await before.world.open[0]!.reply({ status: 422, error: 'The storage is used up.' })
  before.uploads.close()
  const { store } = before.world
  const reload = async () => {
    const page = createFakeUploadDeps({ store })
    await page.uploads.restore()
    return page
  }

  const after = await reload()
  expect(after.states()).toEqual(files.map(({ name }) => `${name} needs-file`))
  const { notSent } = fileUploadTexts
  const reasons = ['The storage is used up.', notSent, notSent, notSent, notSent]
  expect(after.uploads.list().map(({ sentence }) => sentence)).toEqual(reasons)
  await after.uploads.add([files[0]!], options)
  await after.uploads.resume('session-2', files[1])
  await after.settled()
  await after.answerAll()
  await after.uploads.cancel('session-3')
  expect(after.states()).toEqual(['refused completed', 'going completed', 'next needs-file', 'last needs-file'])

  const later = await reload()
  expect(later.states()).toEqual(['next needs-file', 'last needs-file'])
  later.world.time += 24 * 3_600_000 + 10_000
  later.world.timers.get(5 * 60_000)!()
  await later.settled()
  expect([later.uploads.list(), await store.all()]).toEqual([[], []])
})

test('a failed file that is added again is the same upload', async () => {
  const { uploads, world, settled, answerAll, states } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'The storage is used up.' })
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  await answerAll()
  expect([states(), await world.store.all()]).toEqual([['a completed'], []])
  // A file that cannot be sent is not resumed either.
  for (let turn = 0; turn < 2; turn++) await uploads.add([fakeFile('empty', 0)], options)
  expect(states()).toEqual(['a completed', 'empty failed', 'empty failed'])
})

test('starts a new upload session when the server no longer knows the stored one', async () => {
  const before = createFakeUploadDeps()
  await before.uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await before.settled()
  await before.world.open[0]!.reply({})
  const after = createFakeUploadDeps({ store: before.world.store })
  await after.uploads.restore()
  await after.uploads.resume('session-1', large())
  await after.settled()
  expect(after.indexes()).toEqual([0, 1, 2, 3])
})

test('deletes sessions older than a day, at the start and every five minutes', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await settled()
  await world.open[0]!.reply({})
  uploads.close()
  const later = createFakeUploadDeps({ store: world.store })
  await later.uploads.restore()
  expect(later.uploads.list()).toHaveLength(1)
  later.world.time += 24 * 3_600_000 + 10_000
  later.world.timers.get(5 * 60_000)!()
  await later.settled()
  expect([later.uploads.list(), await world.store.all()]).toEqual([[], []])
})

test('stores nothing on the device without persistence', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([large()], () => optionsOf({ enablePersistence: false }))
  await settled()
  await world.open[0]!.reply({})
  expect(await world.store.all()).toEqual([])
})

test('sends chunks one by one with a pause in sequential mode', async () => {
  const { uploads, world, settled, answerAll } = createFakeUploadDeps()
  await uploads.add([large()], () =>
    optionsOf({ sequentialMode: true, delayBetweenChunks: 250, chunkSize: 50 * megabyte }),
  )
  await settled()
  expect(world.open).toHaveLength(1)
  await answerAll()
  expect(world.waits).toEqual([250])
})

test.each([
  ['too large', 1024 * megabyte + 1, 'File size (1025 MB) exceeds maximum allowed size (1GB)'],
  ['empty', 0, 'This file is empty. Please choose another one.'],
])('does not send a file that is %s, and says why', async (_, size, sentence) => {
  const { uploads, world } = createFakeUploadDeps()
  await uploads.add([fakeFile('a', size)], options)
  expect(world.open).toEqual([])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence, isRefused: true })
})

test.each([
  [
    'the memory is used up',
    { used: 500 * megabyte },
    'Insufficient browser memory for file upload. Please close other tabs or try a smaller file.',
  ],
  ['the line is too slow', { pingMs: 60_000 }, 'Network connection not suitable for large uploads'],
  ['there is no line', { online: false }, 'No internet connection'],
])('when %s, starts no large upload', async (_, changes, sentence) => {
  const { uploads, world } = createFakeUploadDeps()
  Object.assign(world, changes)
  await uploads.add([large()], options)
  expect(world.open).toEqual([])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence })
})

test('sends smaller chunks one at a time when memory is short', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  world.used = 400 * megabyte
  await uploads.add([fakeFile('first', megabyte)], options)
  await settled()
  world.timers.get(2_000)!()
  await uploads.add([large()], options)
  await settled()
  expect(world.open).toHaveLength(1)
  await world.open[0]!.reply({})
  expect(world.open[0]!.chunk.session.chunkSize).toBe(megabyte)
  world.used = 600 * megabyte
  world.timers.get(2_000)!()
  expect(uploads.memory.alerts()).toMatchObject([{ status: 'critical' }, { status: 'danger', used: 600 * megabyte }])
})

test('stops on a connection that has become too slow', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([large()], () => optionsOf({ chunkSize: megabyte, sequentialMode: true }))
  await settled()
  for (let turn = 0; turn < 10 && world.open.length; turn++) {
    world.time += 1_000_000
    await world.open[0]!.reply({})
  }
  expect(uploads.list()[0]).toMatchObject({
    state: 'paused',
    sentence: `Upload paused: ${fileUploadTexts.connectionTooSlow}`,
  })
})

test('stops within 15 seconds when the connection becomes too slow during a chunk', async () => {
  const { uploads, world, settled, states } = createFakeUploadDeps()
  await uploads.add([fakeFile('small.mp3', 20 * megabyte), large()], options)
  await settled()
  const chunks = world.open.map(({ chunk }) => chunk)
  const look = () => world.timers.get(1_000)?.()
  let gone = 0
  const pass = (seconds: number, bytes: number) => {
    for (let second = 0; second < seconds; second++) {
      world.time += 1_000
      gone += bytes
      for (const { onProgress } of chunks) onProgress(gone)
      look()
    }
  }
  pass(5, megabyte)
  // So slow that a chunk would take 40 minutes.
  pass(9, 1_000)
  expect(states()).toEqual(['small.mp3 uploading', 'album.zip uploading'])
  pass(6, 1_000)
  expect(uploads.list()[1]).toMatchObject({ sentence: `Upload paused: ${fileUploadTexts.connectionTooSlow}` })
  expect(states()).toEqual(['small.mp3 uploading', 'album.zip paused'])
  // Resuming on a connection that is still slow warns again.
  world.pingMs = 60_000
  await uploads.resume('session-2')
  expect(uploads.list()[1]).toMatchObject({
    state: 'failed',
    sentence: 'Network connection not suitable for large uploads',
  })
})

test('a slow answer does not count as a slow connection', async () => {
  const { uploads, world, settled, states } = createFakeUploadDeps()
  await uploads.add([large()], options)
  await settled()
  for (const { chunk } of world.open) chunk.onProgress(chunk.session.chunkSize)
  for (let second = 0; second < 40; second++) {
    world.time += 1_000
    world.timers.get(1_000)?.()
  }
  expect(states()).toEqual(['album.zip uploading'])
})

test('cancelling removes the upload here and on the server', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  await uploads.add([large()], options)
  await settled()
  await uploads.cancel('session-1')
  expect([uploads.list(), world.open, world.cancelled, await world.store.all()]).toEqual([[], [], ['session-1'], []])
})

test('an upload cancelled after its last chunk is complete, and the file list is refetched', async () => {
  const { uploads, world, settled, states } = createFakeUploadDeps()
  const ended = vi.fn()
  uploads.whenComplete(ended)
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte), fakeFile('c', megabyte)], options)
  await settled()
  world.server.set('session-1', new Set([0]))
  world.files.set('session-1', 'file-a')
  await uploads.cancel('session-1')
  expect(states()).toEqual(['b uploading', 'c uploading', 'a completed'])
  const sentence = fileUploadTexts.cancelledTooLate
  expect(uploads.list()[2]).toMatchObject({ fileId: 'file-a', sentBytes: megabyte, sentence })
  expect(ended.mock.calls).toMatchObject([[{ sessionId: 'session-1', fileId: 'file-a' }]])
  expect([world.held.get('session-1'), (await world.store.all()).length]).toEqual([0, 2])
  // From now on it is only removed from the list.
  await uploads.cancel('session-1')
  expect(states()).toEqual(['b uploading', 'c uploading'])
  // It counts as a file although its id is unknown.
  world.files.set('session-2', 'file-b')
  world.isMute = true
  await uploads.cancel('session-2')
  expect(uploads.list()[1]).toMatchObject({ fileName: 'b', state: 'completed', fileId: null })
  expect(ended).toHaveBeenCalledTimes(2)
})

test('a cancelled upload whose file was deleted does not come back', async () => {
  const { uploads, world, settled } = createFakeUploadDeps()
  const ended = vi.fn()
  uploads.whenComplete(ended)
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  world.files.set('session-1', 'file-a')
  world.forgets = true
  await uploads.cancel('session-1')
  expect(uploads.list()).toEqual([])
  expect(ended).not.toHaveBeenCalled()
})

test('chooses the chunk size of the next file by the speed of the last', async () => {
  const { uploads, world, settled, answerAll } = createFakeUploadDeps()
  await uploads.add([large('a')], () => optionsOf({ sequentialMode: true, chunkSize: 5 * megabyte }))
  await settled()
  await answerAll(10_000)
  await uploads.add([large('b')], options)
  await settled()
  // 80 % of 0.5 MB per second for five seconds.
  expect(world.open[0]!.chunk.session.chunkSize).toBe(2 * megabyte)
})

/** A world whose waits end when the test says so, or on abort. */
function patientWorld() {
  const waits: (() => void)[] = []
  const page = createFakeUploadDeps({
    wait: (_, signal) =>
      new Promise((resolve) => {
        waits.push(resolve)
        signal.addEventListener('abort', () => resolve())
      }),
  })
  const openChunks = () => page.world.open.map(({ chunk }) => `${chunk.session.fileName} ${chunk.index}`)
  const endWait = async () => {
    waits.shift()?.()
    await page.settled()
  }
  return { ...page, openChunks, endWait }
}
const slowly = () => optionsOf({ sequentialMode: true, delayBetweenChunks: 250, chunkSize: 20 * megabyte })

test('keeps the pause between two chunks whatever other files do', async () => {
  const { uploads, world, settled, openChunks, endWait } = patientWorld()
  await uploads.add([fakeFile('a', 60 * megabyte)], slowly)
  await uploads.add([fakeFile('b', megabyte)], options)
  await settled()
  expect(openChunks()).toEqual(['a 0', 'b 0'])
  await world.open[0]!.reply({})
  // The end of another file, and the beginning of one, is no reason to send the next chunk early.
  await world.open[0]!.reply({})
  expect(openChunks()).toEqual([])
  await uploads.add([fakeFile('c', megabyte)], options)
  await settled()
  expect(openChunks()).toEqual(['c 0'])
  await endWait()
  expect(openChunks()).toEqual(['c 0', 'a 1'])
})

test('a pause between chunks occupies exactly one connection slot', async () => {
  const { uploads, world, settled, openChunks, endWait, states } = patientWorld()
  world.pingMs = 3_000
  await uploads.add([fakeFile('a', 60 * megabyte)], slowly)
  await uploads.add([fakeFile('b', megabyte)], options)
  await settled()
  // The line bears one at a time.
  expect(openChunks()).toEqual(['a 0'])
  world.time += 240_000
  await world.open[0]!.reply({})
  expect(openChunks()).toEqual([])
  // An upload that is paused during the wait frees its slot and resumes without it.
  uploads.pause('session-1')
  await settled()
  expect(openChunks()).toEqual(['b 0'])
  await uploads.resume('session-1')
  await settled()
  expect(openChunks()).toEqual(['b 0'])
  await world.open[0]!.reply({})
  expect(openChunks()).toEqual(['a 1'])
  world.time += 240_000
  await world.open[0]!.reply({})
  expect(openChunks()).toEqual([])
  await endWait()
  await endWait()
  expect(openChunks()).toEqual(['a 2'])
  await world.open[0]!.reply({})
  expect(states()).toEqual(['a completed', 'b completed'])
})

test('cancelling an upload during its pause frees the connection slot', async () => {
  const { uploads, world, settled, openChunks } = patientWorld()
  world.pingMs = 3_000
  await uploads.add([fakeFile('a', 60 * megabyte)], slowly)
  await uploads.add([fakeFile('b', megabyte)], options)
  await settled()
  world.time += 240_000
  await world.open[0]!.reply({})
  expect(openChunks()).toEqual([])
  await uploads.cancel('session-1')
  await settled()
  expect(openChunks()).toEqual(['b 0'])
})

test('the same file added twice is one upload, also while it waits, runs or is paused', async () => {
  const { uploads, world, settled, answerAll, states, indexes } = createFakeUploadDeps()
  const files = ['a', 'b', 'c', 'd'].map((name) => fakeFile(name, megabyte))
  // At once, and again while some are being sent and one waits.
  await Promise.all([uploads.add(files, options), uploads.add(files, options)])
  await settled()
  await uploads.add(files, options)
  await settled()
  expect(states()).toEqual(['a uploading', 'b uploading', 'c uploading', 'd waiting'])
  expect(indexes()).toHaveLength(3)
  // Adding a paused file resumes it.
  uploads.pause('session-1')
  await uploads.add([files[0]!], options)
  await settled()
  await answerAll()
  expect(states()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name} completed`))
  expect([...world.server.keys()].sort()).toEqual(['session-1', 'session-2', 'session-3', 'session-4'])
  // A complete file that is added again is uploaded again.
  await uploads.add([files[0]!], options)
  await settled()
  expect(states().at(-1)).toBe('a uploading')
})

test('a file for another product, type or name is a separate upload', async () => {
  const { uploads, states } = createFakeUploadDeps()
  const file = fakeFile('a', megabyte)
  for (const more of [{}, { productId: 'q' }, { fileType: 'cover' }, { targetFilename: 'b' }] as const)
    await uploads.add([file], () => optionsOf(more))
  expect(states().map((each) => each.split(' ')[0])).toEqual(['a', 'a', 'a', 'b'])
})
