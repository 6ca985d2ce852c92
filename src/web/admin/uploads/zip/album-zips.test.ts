import { describe, expect, test } from 'vitest'
import type { AlbumAnswer } from '#api/admin/albums.ts'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { createFakeUploadDeps, fakeFile, megabyte } from '#tests/fixtures/web/uploads.ts'
import { createMemoryStore } from '#web/admin/uploads/engine/session-stores.ts'
import { type AlbumZipDeps, createAlbumZips, zipMemoryBudget } from '#web/admin/uploads/zip/album-zips.ts'
import { ZipError, type ZipTask } from '#web/admin/uploads/zip/types.ts'

const product = { websiteId: 'w', productId: 'p', productName: 'Low Water' }
const entry = (fileId: string, bytes = megabyte, type = 'audio/mpeg') => ({
  fileId,
  name: `01_${fileId}.mp3`,
  type,
  bytes,
  createdAt: '2026-05-01T12:00:00Z',
})
const album: AlbumAnswer = {
  entries: [entry('a'), entry('b')],
  isRead: true,
  state: 'state of the album',
  archive: null,
}

type Given = Partial<Pick<AlbumZipDeps, 'room' | 'albumOf'>> & {
  engine?: ReturnType<typeof createFakeUploadDeps>
  kept?: Map<string, File>
  locks?: Set<string>
}

/** A browser with a fake engine and storage; archives complete when the test says so. */
function newPage(given: Given = {}) {
  const { engine = createFakeUploadDeps(), kept = new Map(), locks = new Set(), ...changes } = given
  const orders: ZipTask[] = []
  let end: { made: (file: File) => void; failed: (error: Error) => void; at: (bytes: number) => void }
  const deps: AlbumZipDeps = {
    uploads: engine.uploads,
    albumOf: async () => album,
    make: (order, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        orders.push(order)
        signal.addEventListener('abort', () => reject(new ZipError('Operation cancelled', 'final')))
        const made = (file: File) => {
          kept.set(order.keptAs, file)
          resolve(file)
        }
        end = { made, failed: reject, at: (doneBytes) => onProgress({ stage: 'processing', doneBytes }) }
      }),
    archives: {
      kept: async (name) => kept.get(name) ?? null,
      remove: async (name) => void kept.delete(name),
      names: async () => [...kept.keys()],
    },
    room: async () => ({ bytes: 1e12, isHeld: false }),
    alone: async (name, work) => {
      if (locks.has(name)) return false
      locks.add(name)
      await work().finally(() => locks.delete(name))
      return true
    },
    now: () => engine.world.time,
    wait: async () => {},
    ...changes,
  }
  const zips = createAlbumZips(deps)
  return { zips, engine, kept, locks, orders, end: () => end, sentence: () => zips.list()[0]?.sentence }
}

describe('the archive of an album', () => {
  test('makes an album archive from the stored files, uploads it and deletes it locally', async () => {
    const { zips, engine, kept, orders, end } = newPage()
    const done = zips.start(product)
    await engine.settled()
    expect(orders).toMatchObject([
      { keptAs: 'p.zip', parts: [{ name: '01_a.mp3', path: '/api/admin/albums/files/a' }, { name: '01_b.mp3' }] },
    ])
    end().at(megabyte)
    expect(zips.list()).toMatchObject([
      { stage: 'processing', totalBytes: 2 * megabyte, samples: [{ bytes: megabyte }], sentence: null },
    ])
    expect(zips.isBusy()).toBe(true)
    end().made(fakeFile('p.zip', 2 * megabyte))
    await engine.settled()
    expect([zips.list(), zips.isBusy(), kept.size]).toEqual([[], false, 1])
    expect(engine.uploads.list()).toMatchObject([
      { fileName: 'low_water.zip', options: { fileType: 'album', isAlbum: true, madeFrom: 'state of the album' } },
    ])
    await engine.answerAll()
    await done
    expect([engine.states(), kept.size]).toEqual([['low_water.zip completed'], 0])
  })

  test('makes an album archive from local files that the page still has', async () => {
    const { zips, engine, orders } = newPage()
    const file = fakeFile('a.mp3', megabyte)
    await engine.uploads.add([file], () => ({ websiteId: 'w', productId: 'p', fileType: 'tracks' }))
    await engine.world.open[0]!.reply({ fileId: 'a' })
    void zips.start(product)
    await engine.settled()
    expect(orders[0]!.parts.map((part) => part.file)).toEqual([file, null])
  })

  test('waits up to a time limit for the tags that name the files of an archive', async () => {
    const unread = { ...album, isRead: false, entries: [entry('not yet')] }
    const answers = [unread, unread, album]
    const first = newPage({ albumOf: async () => answers.shift()! })
    void first.zips.start(product)
    await first.engine.settled()
    expect(first.orders[0]!.parts).toHaveLength(2)
    const second = newPage({ albumOf: async () => unread })
    void second.zips.start(product)
    await second.engine.settled()
    expect(second.orders[0]!.parts).toHaveLength(1)
  })

  test('shows why it failed until it is retried, and says so when it is cancelled', async () => {
    const { zips, engine, orders, end, sentence } = newPage()
    const first = zips.start(product)
    await engine.settled()
    end().failed(new ZipError('01_a.mp3 cannot be read', 'final'))
    await first
    expect([sentence(), zips.isBusy()]).toEqual(['01_a.mp3 cannot be read', false])
    const second = zips.start(product)
    expect([sentence(), zips.isBusy()]).toEqual([null, true])
    await engine.settled()
    zips.cancel('p')
    await second
    expect([sentence(), zips.isBusy(), orders.length, engine.uploads.list()]).toEqual([
      'Operation cancelled',
      false,
      2,
      [],
    ])
    zips.dismiss('p')
    expect(zips.list()).toEqual([])
  })

  test.each<[string, Given, string]>([
    [
      'a browser without room',
      { room: async () => ({ bytes: 3 * megabyte - 1, isHeld: false }) },
      albumZipTexts.storageFull,
    ],
    ['a memory that is too small', { room: async () => zipMemoryBudget(498 * megabyte) }, uploadTexts.memoryShort],
    [
      'an album that is larger than any file may be',
      { albumOf: async () => ({ ...album, entries: [entry('a', 1024 * megabyte), entry('b', 1)] }) },
      uploadTexts.tooLarge({ megabytes: 1025 }),
    ],
    ['another tab that is at it', { locks: new Set(['p.zip']) }, albumZipTexts.elsewhere],
  ])('does not start an album archive for %s', async (_, changes, words) => {
    const { zips, orders, sentence } = newPage(changes)
    await zips.start(product)
    expect([sentence(), orders]).toEqual([words, []])
  })

  test('leaves an album archive alone that another tab is making or sending', async () => {
    const kept = new Map([['p.zip', fakeFile('p.zip', 9)]])
    const { zips } = newPage({ kept, locks: new Set(['p.zip']) })
    await zips.start(product)
    expect(kept.size).toBe(1)
  })

  test('deletes an unfinished album archive', async () => {
    const { zips, engine, kept, end } = newPage()
    const done = zips.start(product)
    await engine.settled()
    kept.set('p.zip', fakeFile('p.zip', 9))
    end().failed(new ZipError('01_a.mp3 cannot be read', 'final'))
    await done
    expect(kept.size).toBe(0)
  })

  test('starts an album archive with just enough storage, counting compression', async () => {
    const raw = { ...album, entries: [entry('a', 1300 * megabyte, 'audio/wav')] }
    for (const changes of [
      { room: async () => ({ bytes: 3 * megabyte, isHeld: false }) },
      { albumOf: async () => raw },
    ]) {
      const { zips, engine, orders } = newPage(changes)
      void zips.start(product)
      await engine.settled()
      expect(orders).toHaveLength(1)
    }
  })
})

describe('after a reload', () => {
  /** An archive of 60 MB with some chunks sent, and a page that is then closed. */
  async function closed(chunks = 1) {
    const store = createMemoryStore()
    const server = new Map<string, Set<number>>()
    const first = newPage({ engine: createFakeUploadDeps({ store, server }) })
    void first.zips.start(product)
    await first.engine.settled()
    first.end().made(fakeFile('p.zip', 60 * megabyte))
    await first.engine.settled()
    for (let turn = 0; turn < chunks; turn++) await first.engine.world.open[0]!.reply({})
    first.engine.uploads.close()
    const engine = createFakeUploadDeps({ store, server })
    await engine.uploads.restore()
    return { engine, kept: first.kept }
  }

  test.each([0, 1])('an archive resumes by itself from its copy in this browser (%i chunks sent)', async (chunks) => {
    const { engine, kept } = await closed(chunks)
    expect(engine.states()).toEqual(['low_water.zip needs-file'])
    const { zips } = newPage({ engine, kept })
    await zips.recover()
    await engine.settled()
    expect(engine.states()).toEqual(['low_water.zip uploading'])
    await engine.answerAll()
    await engine.settled()
    expect([engine.states(), kept.size]).toEqual([['low_water.zip completed'], 0])
  })

  test('an archive without its copy is cancelled', async () => {
    const { engine } = await closed()
    await newPage({ engine }).zips.recover()
    await engine.settled()
    expect([engine.states(), engine.world.cancelled]).toEqual([[], ['session-1']])
  })

  test('deletes unused copies, but not those of another tab', async () => {
    const kept = new Map([
      ['p.zip', fakeFile('p.zip', 9)],
      ['q.zip', fakeFile('q.zip', 9)],
    ])
    const { zips, engine } = newPage({ kept, locks: new Set(['q.zip']) })
    await zips.recover()
    await engine.settled()
    expect([...kept.keys()]).toEqual(['q.zip'])
  })
})
