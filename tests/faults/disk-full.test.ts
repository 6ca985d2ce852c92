import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ShowDraft } from '#domain/tour/draft.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { insertShow } from '#server/tour/commands.ts'
import { listShows } from '#server/tour/queries.ts'
import { createTestSite, type TestSite } from '#tests/database.ts'
import { startChild } from '#tests/faults/child.ts'
import { adminShows } from '#tests/fixtures/tour.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const megabyte = 1024 * 1024
const now = new Date()

/** A disk of our own that is soon full. */
function smallDisk({ made = true } = {}) {
  const at = mkdtempSync(join(tmpdir(), 'stagedoor-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=180m', 'tmpfs', at])
  onTestFinished(() => {
    execFileSync('umount', ['-l', at])
    rmdirSync(at)
  })
  const [filler, folder] = [join(at, 'filler'), join(at, 'db')]
  if (made) cpSync(inject('pgliteTemplate'), folder, { recursive: true })
  return {
    folder,
    /** Fills the disk except for this much. */
    fill: ({ leave = 0 } = {}) => {
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(64 * 1024))
      } catch {
        if (leave) spawnSync('truncate', ['-s', `-${leave}M`, filler])
      }
    },
    clear: () => rmSync(filler, { force: true }),
  }
}

const mayMount = process.getuid?.() === 0 && mountWorks()

const draft = (words: string) =>
  ShowDraft.parse({
    date: '2026-05-01',
    zone: 'UTC',
    venue: words,
    city: 'Berlin',
    country: 'DE',
    additionalInfo: randomBytes(3_600).toString('base64'),
  })

/** Every request gets an answer, whatever it is. */
async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${seconds} s`)), seconds * 1_000)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

async function writeUntilRefused(site: TestSite): Promise<{ stored: string[]; refusal: unknown }> {
  const stored: string[] = []
  for (let number = 0; number < 20_000; number++) {
    try {
      const show = await within(
        60,
        site.as('administrator', (tx) => insertShow(tx, draft(String(number)))),
      )
      stored.push(show.id)
    } catch (refusal) {
      return { stored, refusal }
    }
  }
  throw new Error('the disk was never full')
}

const ids = async (site: TestSite) =>
  (await site.as('administrator', (tx) => adminShows(tx, 50_000))).map(({ id }) => id)

describe.skipIf(!mayMount)(`a full disk${mayMount ? '' : ' (skipped: only root may mount a small one)'}`, () => {
  // With little space left a table cannot grow; with more the log is the first that cannot.
  test.each(firstCases(1, [1, 13]))(
    'with %i MB left: serves reads, refuses writes, and recovers when there is space again',
    async (leave) => {
      const disk = smallDisk()
      const options = { kind: 'pglite', folder: disk.folder } as const
      let database: Database = await openDatabase(options)
      onTestFinished(() => database.close())
      const heard: boolean[] = []
      database.onStorageChange((full) => heard.push(full))
      const site = await createTestSite(database)
      disk.fill({ leave })

      const { stored, refusal } = await writeUntilRefused(site)
      expect(refusal).toMatchObject({ name: 'Refusal', reason: 'storage-full' })
      expect(database.storageFull).toBe(true)
      await expect.poll(() => heard).toEqual([true])
      for (let again = 0; again < 5; again++) {
        const write = within(
          60,
          site.as('administrator', (tx) => insertShow(tx, draft('again'))),
        )
        await expect(write).rejects.toMatchObject({ reason: 'storage-full' })
        expect(await within(60, ids(site))).toEqual(expect.arrayContaining(stored))
      }
      await within(60, database.ping())

      disk.clear()
      await expect.poll(() => database.storageFull).toBe(false)
      expect(heard).toEqual([true, false])
      const { id } = await site.as('administrator', (tx) => insertShow(tx, draft('room again')))
      await database.close()
      database = await openDatabase(options)
      const kept = await ids({ ...site, as: onSite(database, site) })
      expect(kept).toEqual(expect.arrayContaining([...stored, id]))
    },
  )

  longTest('ends instead of hanging when the reserved space is used up, and loses nothing', async () => {
    const disk = smallDisk()
    const options = { kind: 'pglite', folder: disk.folder } as const
    const database = await openDatabase(options)
    const site = await createTestSite(database)
    await database.close()
    disk.fill({ leave: 14 })
    const writer = startChild('writer.ts', { options, websiteId: site.websiteId, heavy: true })
    const greedy = setInterval(() => disk.fill(), 1)
    const { code, complaints } = await writer.ended.finally(() => clearInterval(greedy))
    expect(code).toBe(1)
    expect(complaints).toMatch(/The disk is full and the reserve of the database is used up|storage-full/)
    disk.clear()
    const again = await openDatabase(options)
    onTestFinished(() => again.close())
    expect(await ids({ ...site, as: onSite(again, site) })).toEqual(expect.arrayContaining(writer.lines))
  })

  longTest('an embedded database does not open on a full disk, says why, and opens once there is space', async () => {
    const disk = smallDisk({ made: false })
    const options = { kind: 'pglite', folder: disk.folder } as const
    disk.fill({ leave: 2 })
    await expect(openDatabase(options)).rejects.toThrow(
      `The disk that holds the database folder ${disk.folder} is full`,
    )
    disk.clear()
    disk.fill({ leave: 40 })
    await expect(openDatabase(options)).rejects.toThrow(/is full; free some space and start again\.$/)
    disk.clear()
    const database = await openDatabase(options)
    const site = await createTestSite(database)
    expect(await site.as('visitor', (tx) => listShows(tx, now))).toEqual([])
    await database.close()
  })
})

function onSite(database: Database, { websiteId, userId }: TestSite): TestSite['as'] {
  return (role, work) => inSite(database, { websiteId, role, userId }, work)
}

function mountWorks(): boolean {
  const at = mkdtempSync(join(tmpdir(), 'stagedoor-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabyte}`, 'tmpfs', at])
  if (status === 0) spawnSync('umount', [at])
  rmdirSync(at)
  return status === 0
}
