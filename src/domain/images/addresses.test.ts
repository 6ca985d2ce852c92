import { expect, test } from 'vitest'
import {
  buildSrcSet,
  fallbackImagePath,
  imageBasePath,
  imageVariantPath,
  parseImagePath,
  shareImagePath,
} from '#domain/images/addresses.ts'
import { imageFormats, type Picture, variantWidthsOf } from '#domain/images/picture.ts'

const hash = '0123456789abcdef'
const photo: Picture = {
  base: imageBasePath(hash, 'stage-640'),
  width: 700,
  height: 400,
  placeholder: null,
  alt: 'A stage',
  asIs: null,
}
const logo: Picture = { ...photo, base: imageBasePath(hash, 'logo-192'), asIs: 'png' }

test('parses every image path that a page can contain', () => {
  for (const format of imageFormats)
    for (const width of variantWidthsOf(photo))
      expect(parseImagePath(imageVariantPath(photo, width, format))).toEqual({
        hash,
        name: 'stage-640',
        size: { width },
        format,
      })
  expect(parseImagePath(fallbackImagePath(photo))).toEqual({
    hash,
    name: 'stage-640',
    size: { width: 640 },
    format: 'jpeg',
  })
  expect(parseImagePath(shareImagePath(photo))).toEqual({
    hash,
    name: 'stage-640',
    size: { width: 1200, height: 630 },
    format: 'jpeg',
  })
  expect(parseImagePath(fallbackImagePath(logo))).toEqual({ hash, name: 'logo-192', asIs: 'png' })
})

test('the srcset lists each width', () => {
  expect(buildSrcSet(photo, 'avif')).toBe(
    `/images/${hash}/stage-640-320.avif 320w, /images/${hash}/stage-640-480.avif 480w, /images/${hash}/stage-640-640.avif 640w`,
  )
  expect(buildSrcSet({ ...photo, width: 200 }, 'webp', '?retry=1')).toBe(
    `/images/${hash}/stage-640-200.webp?retry=1 200w`,
  )
  expect(buildSrcSet(logo, 'avif')).toBe('')
})

test.each([
  '/images',
  '/images/',
  `/images/${hash}`,
  `/images/${hash}/`,
  `/images/${hash}/stage.jpeg`,
  `/images/${hash}/stage-0320.jpeg`,
  `/images/${hash}/stage--320.gif`,
  `/images/${hash}/stage-3.2e2.jpeg`,
  `/images/${hash}/stage-999999.jpeg`,
  `/images/${hash}/stage-1200x.jpeg`,
  `/images/${hash}/stage-1200x630x1.jpeg`,
  `/images/${hash}/stage-320.JPEG`,
  `/images/${hash}/../stage-320.jpeg`,
  `/images/${hash}/..%2fstage-320.jpeg`,
  `/images/${hash}/stage\0-320.jpeg`,
  `/images/${hash}/stage-320.jpeg/`,
  `/images/${hash}/stage-320.jpeg\n`,
  `/images/${hash.toUpperCase()}/stage-320.jpeg`,
  `/images/${hash.slice(1)}/stage-320.jpeg`,
  `/x/images/${hash}/stage-320.jpeg`,
  `/images/${hash}/stage.svgz`,
])('rejects the image path %j', (path) => expect(parseImagePath(path)).toBeNull())
