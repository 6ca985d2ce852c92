import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askedImage } from '#domain/images/asked-image.ts'
import { isMade } from '#domain/images/picture.ts'
import { playerOf } from '#domain/media/player.ts'
import { demoMedia } from '#sites/musician/demo/media.ts'

const folder = new URL('../images/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder))
const pictures: Record<string, { width: number; height: number; alt: string }> = JSON.parse(`${read('images.json')}`)

test('there are six, to watch and to hear, and all can be played', () => {
  expect(demoMedia).toHaveLength(6)
  expect(new Set(demoMedia.map(({ kind }) => kind))).toEqual(new Set(['video', 'audio']))
  for (const { source } of demoMedia) expect(playerOf(source), source).not.toBeNull()
})

test.each(demoMedia)('the picture of $title is the site’s own, as it is today', ({ posterUrl, posterAlt }) => {
  const asked = askedImage(posterUrl!)!
  const file = `${asked.name}.jpg`
  expect(asked.hash).toBe(createHash('sha256').update(read(file)).digest('hex').slice(0, 16))
  if (!('size' in asked)) throw new Error('not a photograph')
  expect(isMade({ ...pictures[file]!, asIs: null }, asked.size, asked.format)).toBe(true)
  expect(posterAlt).toBe(pictures[file]!.alt)
})
