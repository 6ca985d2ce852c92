import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { parseImagePath } from '#domain/images/addresses.ts'
import { hasVariant } from '#domain/images/picture.ts'
import { detectMediaType, parseMediaFilePath } from '#domain/media/own-file.ts'
import { playerForSource } from '#domain/media/player.ts'
import { typeDetectionBytes } from '#server/files/file-receiver.ts'
import { demoMedia, demoMediaFiles } from '#sites/musician/demo/media.ts'
import recorded from '#sites/musician/media/media.json' with { type: 'json' }
import { releases } from '#sites/musician/releases.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url))
const opened = (file: string) =>
  new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(read(`media/${file}`))) })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pictures: Record<string, { width: number; height: number; alt: string }> = JSON.parse(
  `${read('images/images.json')}`,
)

test('has six media items: two films and four recordings', () => {
  expect(demoMedia.map(({ kind }) => kind)).toEqual(['video', 'video', 'audio', 'audio', 'audio', 'audio'])
  for (const { source } of demoMedia) expect(playerForSource(source), source).toEqual({ kind: 'file', address: source })
})

test.each(demoMedia)('$title is a file of the site and has the stated length', async ({ source, kind, duration }) => {
  const { hash, name } = parseMediaFilePath(source)!
  expect(demoMediaFiles).toContain(name)
  const file = read(`media/${name}`)
  expect(sha256(file)).toBe(hash)
  expect(detectMediaType(file.subarray(0, typeDetectionBytes))).toBe(kind === 'video' ? 'video/webm' : 'audio/mpeg')
  expect(Math.abs(duration! - (await opened(name).computeDuration()))).toBeLessThanOrEqual(0.5)
})

test.each(demoMedia)('the picture of $title is the current file of the site', ({ posterUrl, posterAlt }) => {
  const poster = parseImagePath(posterUrl!)!
  const file = `${poster.name}.jpg`
  expect(poster.hash).toBe(sha256(read(`images/${file}`)).slice(0, 16))
  if (!('size' in poster)) throw new Error('not a photograph')
  expect(hasVariant({ ...pictures[file]!, asIs: null }, poster.size, poster.format)).toBe(true)
  expect(posterAlt).toBe(pictures[file]!.alt)
})

test('the list of demo media files matches the folder', () => {
  const there = readdirSync(new URL('../media/', import.meta.url)).filter((file) => file !== 'media.json')
  expect(Object.keys(recorded).sort()).toEqual(there.sort())
  for (const [file, { bytes, sha256: hash }] of Object.entries(recorded)) {
    expect(read(`media/${file}`).length, file).toBe(bytes)
    expect(sha256(read(`media/${file}`)), file).toBe(hash)
  }
})

test.each(Object.keys(recorded).filter((file) => file.endsWith('.mp3')))(
  'the tags of %s match its release',
  async (file) => {
    const { title, artist, album, trackNumber, tracksTotal, date, genre, images } = await opened(file).getMetadataTags()
    const release = releases.find((one) => one.title === album)!
    expect(artist).toBe('Marlow Quay')
    expect(title).toBe(release.tracks[trackNumber! - 1]!.title)
    expect(tracksTotal).toBe(release.tracks.length)
    expect(date!.getUTCFullYear()).toBe(Number(release.released))
    expect(genre).toBeTruthy()
    expect(images).toMatchObject([{ kind: 'coverFront', mimeType: 'image/jpeg' }])
  },
)
