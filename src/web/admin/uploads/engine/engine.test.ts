import { expect, test, vi } from 'vitest'
import { ourUploadTexts } from '#domain/texts/our-admin-words.ts'
import { fakeFile, fakeWorld, megabyte, optionsOf, turnsOfTabs } from '#tests/fixtures/web/uploads.ts'

const large = (name = 'album.zip') => fakeFile(name, 95 * megabyte)
const options = () => optionsOf()

test('a file of up to 50 MB goes at once, a larger one in chunks, as many at a time as the line bears', async () => {
  const { uploads, world, settled, indexes, answerAll, states } = fakeWorld()
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
])(
  'when 256 KB take %i ms, %i chunks of %i MB are on their way, from the first file on',
  async (ms, most, megabytes) => {
    const { uploads, world, settled } = fakeWorld()
    world.pingMs = ms
    await uploads.add([fakeFile('album.zip', 100 * megabyte)], options)
    await settled()
    expect(world.open).toHaveLength(most)
    expect(world.open[0]!.chunk.session).toMatchObject({
      chunkSize: megabytes * megabyte,
      totalChunks: 100 / megabytes,
    })
  },
)

test('a line that was too slow is looked at again with the next try', async () => {
  const { uploads, world, settled, states, answerAll } = fakeWorld()
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

test('who tries again with a memory that is used up is told so again', async () => {
  const { uploads, world } = fakeWorld()
  world.used = 500 * megabyte
  await uploads.add([large()], options)
  await uploads.resume('session-1')
  expect(uploads.list()[0]).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('Insufficient browser memory'),
  })
  expect(world.open).toEqual([])
})

test('many files share the line, and each is complete on its own', async () => {
  const { uploads, settled, world, answerAll, states } = fakeWorld()
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

test('progress is told in bytes, with the speed and the time left', async () => {
  const { uploads, world, settled } = fakeWorld()
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

test('a chunk that fails is tried three times more, after 1, 2 and 4 seconds, and then the upload has failed', async () => {
  const { uploads, world, settled, states } = fakeWorld()
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

test('a refusal is not tried again, says why, and leaves the others alone', async () => {
  const { uploads, world, settled, states, answerAll } = fakeWorld()
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'This is no recording.' })
  expect(world.waits).toEqual([])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence: 'This is no recording.' })
  await answerAll()
  expect(states()).toEqual(['a failed', 'b completed'])
})

test('what is not what it was sent as is no file of the product, also after a reload', async () => {
  const { uploads, world, settled } = fakeWorld()
  await uploads.add([fakeFile('a.mp3', megabyte), fakeFile('b.mp3', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'This is no recording.', reason: 'upload-not-audio' })
  await world.open[0]!.reply({ status: 422, error: 'It was damaged.', reason: 'file-damaged' })
  const refused = (list: typeof uploads.list) => list().map(({ fileName, isRefused }) => [fileName, isRefused])
  expect(refused(uploads.list)).toEqual([
    ['a.mp3', true],
    ['b.mp3', false],
  ])
  const reloaded = fakeWorld({ store: world.store })
  await reloaded.uploads.restore()
  expect(refused(reloaded.uploads.list).sort()).toEqual([
    ['a.mp3', true],
    ['b.mp3', false],
  ])
})

test('what is paused sends nothing, says why, and goes on where it stopped', async () => {
  const { uploads, world, settled, indexes, answerAll, states } = fakeWorld()
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

test('without a connection all is paused, and all goes on when it is back', async () => {
  const { uploads, setOnline, settled, states, indexes, answerAll } = fakeWorld()
  await uploads.add([large('a'), large('b')], options)
  await settled()
  uploads.pause('session-2')
  await setOnline(false)
  expect(indexes()).toEqual([])
  expect(uploads.list()[0]!.sentence).toBe(`Upload paused: ${ourUploadTexts.networkDisconnected}`)
  await setOnline(true)
  await answerAll()
  expect(states()).toEqual(['a completed', 'b completed'])
})

test('what failed because nobody answered goes on when the connection is back', async () => {
  const { uploads, world, setOnline, settled, answerAll, states } = fakeWorld()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  for (let turn = 0; turn < 4; turn++) await world.open[0]!.reply({ status: 0 })
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence: ourUploadTexts.connectionLost })
  await setOnline(true)
  await answerAll()
  expect(states()).toEqual(['a completed'])
})

test('what failed because nobody answered goes on by itself once somebody does', async () => {
  const { uploads, world, settled, answerAll, states } = fakeWorld()
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

test('an upload of which the server has forgotten what it had is sent anew and comes to its end', async () => {
  const { uploads, world, settled, answerAll, states } = fakeWorld()
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

test('one that is all sent but was never told so asks, and does not wait for ever', async () => {
  const { uploads, world, settled, states } = fakeWorld()
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ fileId: null, received: 1 })
  // It is there and yet no file: it is sent once more.
  expect(world.open.map(({ chunk }) => chunk.session.sessionId)).toEqual(['session-2', 'session-1'])
  await world.open[1]!.reply({})
  expect(states()).toEqual(['a completed', 'b uploading'])
  for (let turn = 0; turn < 2; turn++) await world.open[0]!.reply({ fileId: null, received: 1 })
  expect(states()).toEqual(['a completed', 'b failed'])
})

test('what another tab is sending is left to it, until that tab is gone', async () => {
  const held = new Map<string, number>()
  const first = fakeWorld({ held })
  const { store, server } = first.world
  await first.uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await first.settled()
  await first.world.open[0]!.reply({})
  const second = fakeWorld({ store, server, held })
  await second.uploads.restore()
  expect(second.uploads.list()).toEqual([])
  // Given the same file both go on with it, and who leaves takes nothing away.
  await second.uploads.add([large()], options)
  await second.uploads.cancel('session-1')
  expect([second.world.cancelled, (await store.all()).length]).toEqual([[], 1])
  first.uploads.close()
  await second.uploads.restore()
  expect(second.states()).toEqual(['album.zip needs-file'])
})

test('who is signed out midway loses nothing', async () => {
  const { uploads, world, settled } = fakeWorld()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 401 })
  expect(uploads.list()[0]).toMatchObject({ state: 'paused', sentence: 'Upload paused: Signed out' })
})

test('leaving is warned of while anything would be stopped or lost by it', async () => {
  const { uploads, world, settled, setOnline, answerAll } = fakeWorld()
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
  const reloaded = fakeWorld({ store: world.store })
  await reloaded.uploads.restore()
  expect([reloaded.states(), reloaded.uploads.hasUnsentFile()]).toEqual([['album.zip needs-file'], false])
  await uploads.cancel('session-2')
  expect(uploads.hasUnsentFile()).toBe(false)
  await uploads.add([large('b')], options)
  await settled()
  await answerAll()
  expect([uploads.list().at(-1)!.state, uploads.hasUnsentFile()]).toEqual(['completed', false])
})

test('a file that another tab is sending becomes one file, not two', async () => {
  const first = fakeWorld()
  await first.uploads.add([fakeFile('other.mp3', megabyte), large()], options)
  await first.settled()
  const second = fakeWorld({ store: first.world.store, server: first.world.server })
  await second.uploads.add([large()], options)
  await second.settled()
  const [known] = first.uploads.list().filter(({ fileName }) => fileName === 'album.zip')
  expect(second.uploads.list().map(({ sessionId }) => sessionId)).toEqual([known!.sessionId])
  // For another product, under another name, or when it is another file, it is one of its own.
  for (const [file, more] of [
    [large(), { productId: 'q' }],
    [large(), { targetFilename: 'b-sides.zip' }],
    [fakeFile('album.zip', 94 * megabyte), {}],
  ] as const) {
    const third = fakeWorld({ store: first.world.store })
    await third.uploads.add([file], () => optionsOf(more))
    expect(third.uploads.list()[0]!.sessionId).not.toBe(known!.sessionId)
    third.uploads.close()
  }
})

test('a file that two tabs are given at once becomes one file, not two', async () => {
  const inTurn = turnsOfTabs()
  const first = fakeWorld({ inTurn })
  const { store, server } = first.world
  // What begins in the second tab would have an id of its own.
  await first.uploads.add([fakeFile('other.mp3', megabyte)], options)
  const second = fakeWorld({ store, server, inTurn })
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

test('what is paused while the line is measured is remembered as it will be cut', async () => {
  const { uploads, world, answerAll, settled, states } = fakeWorld()
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

test('after a reload the same file goes on with the chunks that are missing', async () => {
  const before = fakeWorld()
  await before.uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await before.settled()
  for (let turn = 0; turn < 4; turn++) await before.world.open[0]!.reply({})
  before.uploads.close()

  const after = fakeWorld({ store: before.world.store, server: before.world.server })
  await after.uploads.restore()
  expect(after.uploads.list()[0]).toMatchObject({
    state: 'needs-file',
    sentBytes: 40 * megabyte,
    sentence: ourUploadTexts.needsFile,
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

test('after a reload, files of which nothing was sent are told of and why, until they are sent, dismissed or a day old', async () => {
  const before = fakeWorld()
  const files = ['refused', 'going', 'going too', 'next', 'last'].map((name) => fakeFile(name, megabyte))
  await before.uploads.add(files, options)
  await before.settled()
  await before.world.open[0]!.reply({ status: 422, error: 'The storage is used up.' })
  before.uploads.close()
  const { store } = before.world
  const reload = async () => {
    const page = fakeWorld({ store })
    await page.uploads.restore()
    return page
  }

  const after = await reload()
  expect(after.states()).toEqual(files.map(({ name }) => `${name} needs-file`))
  const { notSent } = ourUploadTexts
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

test('a file that failed and is given again is the same upload, and leaves no failure behind', async () => {
  const { uploads, world, settled, answerAll, states } = fakeWorld()
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  await world.open[0]!.reply({ status: 422, error: 'The storage is used up.' })
  await uploads.add([fakeFile('a', megabyte)], options)
  await settled()
  await answerAll()
  expect([states(), await world.store.all()]).toEqual([['a completed'], []])
  // What can never be sent is not gone on with either.
  for (let turn = 0; turn < 2; turn++) await uploads.add([fakeFile('empty', 0)], options)
  expect(states()).toEqual(['a completed', 'empty failed', 'empty failed'])
})

test('a session that the server has forgotten begins anew', async () => {
  const before = fakeWorld()
  await before.uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await before.settled()
  await before.world.open[0]!.reply({})
  const after = fakeWorld({ store: before.world.store })
  await after.uploads.restore()
  await after.uploads.resume('session-1', large())
  await after.settled()
  expect(after.indexes()).toEqual([0, 1, 2, 3])
})

test('what is older than a day is forgotten, at the start and every five minutes', async () => {
  const { uploads, world, settled } = fakeWorld()
  await uploads.add([large()], () => optionsOf({ chunkSize: 10 * megabyte }))
  await settled()
  await world.open[0]!.reply({})
  uploads.close()
  const later = fakeWorld({ store: world.store })
  await later.uploads.restore()
  expect(later.uploads.list()).toHaveLength(1)
  later.world.time += 24 * 3_600_000 + 10_000
  later.world.timers.get(5 * 60_000)!()
  await later.settled()
  expect([later.uploads.list(), await world.store.all()]).toEqual([[], []])
})

test('what is not to be kept on the device is not', async () => {
  const { uploads, world, settled } = fakeWorld()
  await uploads.add([large()], () => optionsOf({ enablePersistence: false }))
  await settled()
  await world.open[0]!.reply({})
  expect(await world.store.all()).toEqual([])
})

test('one chunk after the other, with a pause between them, for those who want it', async () => {
  const { uploads, world, settled, answerAll } = fakeWorld()
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
])('a file that is %s is not sent and says so', async (_, size, sentence) => {
  const { uploads, world } = fakeWorld()
  await uploads.add([fakeFile('a', size)], options)
  expect(world.open).toEqual([])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence })
})

test.each([
  [
    'the memory is used up',
    { used: 500 * megabyte },
    'Insufficient browser memory for file upload. Please close other tabs or try a smaller file.',
  ],
  ['the line is too slow', { pingMs: 60_000 }, 'Network connection not suitable for large uploads'],
  ['there is no line', { online: false }, 'No internet connection'],
])('when %s, nothing large is begun', async (_, changes, sentence) => {
  const { uploads, world } = fakeWorld()
  Object.assign(world, changes)
  await uploads.add([large()], options)
  expect(world.open).toEqual([])
  expect(uploads.list()[0]).toMatchObject({ state: 'failed', sentence })
})

test('a browser short of memory sends one chunk at a time, and smaller ones', async () => {
  const { uploads, world, settled } = fakeWorld()
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

test('a line that has become too slow is let be', async () => {
  const { uploads, world, settled } = fakeWorld()
  await uploads.add([large()], () => optionsOf({ chunkSize: megabyte, sequentialMode: true }))
  await settled()
  for (let turn = 0; turn < 10 && world.open.length; turn++) {
    world.time += 1_000_000
    await world.open[0]!.reply({})
  }
  expect(uploads.list()[0]).toMatchObject({
    state: 'paused',
    sentence: `Upload paused: ${ourUploadTexts.connectionTooSlow}`,
  })
})

test('a line that becomes too slow during a chunk is let be within 15 seconds, and small files go on', async () => {
  const { uploads, world, settled, states } = fakeWorld()
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
  expect(uploads.list()[1]).toMatchObject({ sentence: `Upload paused: ${ourUploadTexts.connectionTooSlow}` })
  expect(states()).toEqual(['small.mp3 uploading', 'album.zip paused'])
  // Whoever goes on on a line that is still so slow is told.
  world.pingMs = 60_000
  await uploads.resume('session-2')
  expect(uploads.list()[1]).toMatchObject({
    state: 'failed',
    sentence: 'Network connection not suitable for large uploads',
  })
})

test('an answer that takes long says nothing about the line', async () => {
  const { uploads, world, settled, states } = fakeWorld()
  await uploads.add([large()], options)
  await settled()
  for (const { chunk } of world.open) chunk.onProgress(chunk.session.chunkSize)
  for (let second = 0; second < 40; second++) {
    world.time += 1_000
    world.timers.get(1_000)?.()
  }
  expect(states()).toEqual(['album.zip uploading'])
})

test('what is given up goes here and on the server', async () => {
  const { uploads, world, settled } = fakeWorld()
  await uploads.add([large()], options)
  await settled()
  await uploads.cancel('session-1')
  expect([uploads.list(), world.open, world.cancelled, await world.store.all()]).toEqual([[], [], ['session-1'], []])
})

test('what is given up too late comes back as the file that it has become, and the list of files is asked anew', async () => {
  const { uploads, world, settled, states } = fakeWorld()
  const ended = vi.fn()
  uploads.whenComplete(ended)
  await uploads.add([fakeFile('a', megabyte), fakeFile('b', megabyte), fakeFile('c', megabyte)], options)
  await settled()
  world.server.set('session-1', new Set([0]))
  world.files.set('session-1', 'file-a')
  await uploads.cancel('session-1')
  expect(states()).toEqual(['b uploading', 'c uploading', 'a completed'])
  const sentence = ourUploadTexts.cancelledTooLate
  expect(uploads.list()[2]).toMatchObject({ fileId: 'file-a', sentBytes: megabyte, sentence })
  expect(ended.mock.calls).toMatchObject([[{ sessionId: 'session-1', fileId: 'file-a' }]])
  expect([world.held.get('session-1'), (await world.store.all()).length]).toEqual([0, 2])
  // From now on it only goes from the list.
  await uploads.cancel('session-1')
  expect(states()).toEqual(['b uploading', 'c uploading'])
  // It is a file also when nobody can say which.
  world.files.set('session-2', 'file-b')
  world.isMute = true
  await uploads.cancel('session-2')
  expect(uploads.list()[1]).toMatchObject({ fileName: 'b', state: 'completed', fileId: null })
  expect(ended).toHaveBeenCalledTimes(2)
})

test('what has become a file that is deleted again does not come back when it is given up', async () => {
  const { uploads, world, settled } = fakeWorld()
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

test('the next file is cut as the last one went', async () => {
  const { uploads, world, settled, answerAll } = fakeWorld()
  await uploads.add([large('a')], () => optionsOf({ sequentialMode: true, chunkSize: 5 * megabyte }))
  await settled()
  await answerAll(10_000)
  await uploads.add([large('b')], options)
  await settled()
  // 0.5 MB a second, of which 80 % for five seconds.
  expect(world.open[0]!.chunk.session.chunkSize).toBe(2 * megabyte)
})

/** A world in which a wait is over when the test says so, or when it is stopped. */
function patientWorld() {
  const waits: (() => void)[] = []
  const page = fakeWorld({
    wait: (_, signal) =>
      new Promise((resolve) => {
        waits.push(resolve)
        signal.addEventListener('abort', () => resolve())
      }),
  })
  const asked = () => page.world.open.map(({ chunk }) => `${chunk.session.fileName} ${chunk.index}`)
  const endWait = async () => {
    waits.shift()?.()
    await page.settled()
  }
  return { ...page, asked, endWait }
}
const slowly = () => optionsOf({ sequentialMode: true, delayBetweenChunks: 250, chunkSize: 20 * megabyte })

test('the pause between two chunks of a file is kept whatever other files do', async () => {
  const { uploads, world, settled, asked, endWait } = patientWorld()
  await uploads.add([fakeFile('a', 60 * megabyte)], slowly)
  await uploads.add([fakeFile('b', megabyte)], options)
  await settled()
  expect(asked()).toEqual(['a 0', 'b 0'])
  await world.open[0]!.reply({})
  // The end of another file, and the beginning of one, is no reason to send the next chunk early.
  await world.open[0]!.reply({})
  expect(asked()).toEqual([])
  await uploads.add([fakeFile('c', megabyte)], options)
  await settled()
  expect(asked()).toEqual(['c 0'])
  await endWait()
  expect(asked()).toEqual(['c 0', 'a 1'])
})

test('the pause between two chunks takes its place among those that are on their way, and nobody takes it twice', async () => {
  const { uploads, world, settled, asked, endWait, states } = patientWorld()
  world.pingMs = 3_000
  await uploads.add([fakeFile('a', 60 * megabyte)], slowly)
  await uploads.add([fakeFile('b', megabyte)], options)
  await settled()
  // The line bears one at a time.
  expect(asked()).toEqual(['a 0'])
  world.time += 240_000
  await world.open[0]!.reply({})
  expect(asked()).toEqual([])
  // Who is paused during the wait makes room for the others, and goes on without it.
  uploads.pause('session-1')
  await settled()
  expect(asked()).toEqual(['b 0'])
  await uploads.resume('session-1')
  await settled()
  expect(asked()).toEqual(['b 0'])
  await world.open[0]!.reply({})
  expect(asked()).toEqual(['a 1'])
  world.time += 240_000
  await world.open[0]!.reply({})
  expect(asked()).toEqual([])
  await endWait()
  await endWait()
  expect(asked()).toEqual(['a 2'])
  await world.open[0]!.reply({})
  expect(states()).toEqual(['a completed', 'b completed'])
})

test('what is given up during the pause between two chunks leaves its place to the others', async () => {
  const { uploads, world, settled, asked } = patientWorld()
  world.pingMs = 3_000
  await uploads.add([fakeFile('a', 60 * megabyte)], slowly)
  await uploads.add([fakeFile('b', megabyte)], options)
  await settled()
  world.time += 240_000
  await world.open[0]!.reply({})
  expect(asked()).toEqual([])
  await uploads.cancel('session-1')
  await settled()
  expect(asked()).toEqual(['b 0'])
})

test('the same file dropped twice is one upload, also while it waits, goes or is paused', async () => {
  const { uploads, world, settled, answerAll, states, indexes } = fakeWorld()
  const files = ['a', 'b', 'c', 'd'].map((name) => fakeFile(name, megabyte))
  // At once, and again when some are on their way and one waits for its turn.
  await Promise.all([uploads.add(files, options), uploads.add(files, options)])
  await settled()
  await uploads.add(files, options)
  await settled()
  expect(states()).toEqual(['a uploading', 'b uploading', 'c uploading', 'd waiting'])
  expect(indexes()).toHaveLength(3)
  // What is paused goes on, as if that had been asked for.
  uploads.pause('session-1')
  await uploads.add([files[0]!], options)
  await settled()
  await answerAll()
  expect(states()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name} completed`))
  expect([...world.server.keys()].sort()).toEqual(['session-1', 'session-2', 'session-3', 'session-4'])
  // What has arrived and is sent once more is meant so.
  await uploads.add([files[0]!], options)
  await settled()
  expect(states().at(-1)).toBe('a uploading')
})

test('a file for another product, of another kind or under another name is one of its own while the first is on its way', async () => {
  const { uploads, states } = fakeWorld()
  const file = fakeFile('a', megabyte)
  for (const more of [{}, { productId: 'q' }, { fileType: 'cover' }, { targetFilename: 'b' }] as const)
    await uploads.add([file], () => optionsOf(more))
  expect(states().map((each) => each.split(' ')[0])).toEqual(['a', 'a', 'a', 'b'])
})
