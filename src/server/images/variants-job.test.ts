import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import { newId } from '#server/db/id.ts'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import { openImages } from '#server/images/images.ts'
import { createUploadedOriginalFinder } from '#server/images/pictures.ts'
import { drawPng } from '#server/images/png.ts'
import { createVariantsJob, requestVariants } from '#server/images/variants-job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'
import { testFiles } from '#tests/fixtures/files.ts'

const files = testFiles()
afterAll(() => files.helpers.close())
const database = await openTestDatabase(defaultEngine)

const encoded = (call: Parameters<ImageHelpers['encode']>) => `${call[1].width}.${call[2]} ${call[3]}`
const variantsOfSmallPicture = [480, 320]
  .map((width) => `${width}.avif in the background`)
  .concat(
    '480.jpeg in the background',
    [480, 320].map((width) => `${width}.webp in the background`),
  )

/** A site with a library, and a worker whose encoder does what `encode` says. */
async function newLibrary(encode: ImageHelpers['encode']) {
  const site = await createTestSite(database)
  const cacheFolder = await mkdtemp(join(tmpdir(), 'variants-job-'))
  const images = await openImages({
    sites: [],
    sitesFolder: cacheFolder,
    cacheFolder,
    helpers: { encode, drawPng },
    warn: vi.fn(),
  })
  const find = createUploadedOriginalFinder(database, files.store)
  const job = createVariantsJob({ ...images, find, siteOf: (siteId) => ({ siteId, folder: 'none' }) })
  const failures: string[] = []
  const report = (error: unknown) => void failures.push(String(error))
  const jobs = await startJobs(database, { jobs: [job], report, lookAfter: 1 })
  onTestFinished(async () => {
    await jobs.stop()
    await rm(cacheFolder, { recursive: true, force: true })
  })
  const owner = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' } as const
  const { request } = createTestApi(database, site, owner, {}, { files: { ...files, pictureStored: requestVariants } })
  const photo = (background: string) =>
    sharp({ create: { width: 500, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const send = async (path: string, background: string) => {
    const body = new Uint8Array(await photo(background))
    const answer = await request(`/api/admin/pictures${path}?name=x.jpg`, { method: 'POST', body })
    return (await answer.json()) as LibraryPictureAnswer
  }
  return { send, failures, made: () => readdir(cacheFolder) }
}

test('makes the variants of uploaded pictures and of those that replace them', async () => {
  const encode = vi.fn<ImageHelpers['encode']>(async () => new Uint8Array(3))
  const { send, made } = await newLibrary(encode)
  const { id } = await send('', '#802010')
  await expect.poll(made).toHaveLength(5)
  expect(encode.mock.calls.map(encoded)).toEqual(variantsOfSmallPicture)
  await send(`/${id}/replace`, '#108020')
  await expect.poll(made).toHaveLength(10)
})

test('continues after a failure with what is missing', async () => {
  const encode = vi.fn<ImageHelpers['encode']>(async () => new Uint8Array(3))
  encode.mockResolvedValueOnce(new Uint8Array(3)).mockRejectedValueOnce(new Error('the worker was killed'))
  const { send, failures, made } = await newLibrary(encode)
  await send('', '#802010')
  await expect.poll(made).toHaveLength(5)
  expect(failures).toEqual(['Error: the worker was killed'])
  expect(encode.mock.calls.map(encoded)).toEqual([
    variantsOfSmallPicture[0],
    ...variantsOfSmallPicture.slice(1, 2),
    ...variantsOfSmallPicture.slice(1),
  ])
})
