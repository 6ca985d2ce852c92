import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageFormats } from '#domain/images/picture.ts'
import { encodePicture } from '#server/images/encode.ts'
import { UnreadablePicture } from '#server/images/original.ts'
import { blackPng, pngWithFalseSize } from '#tests/fixtures/png.ts'

const red = { r: 200, g: 20, b: 20 }
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } })

async function colourAt(picture: Uint8Array, left: number, top: number) {
  const pixel = sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 })
  const [r = 0, g = 0, b = 0] = await pixel.raw().toBuffer()
  return { r, g, b }
}

test.each(imageFormats)(
  'encodes a photograph as %s in the requested width and its own aspect ratio',
  async (format) => {
    const made = await encodePicture(await plain(1000, 500).jpeg().toBuffer(), { width: 320 }, format)
    const { format: kind, width, height, space, channels } = await sharp(made).metadata()
    expect({ width, height, space, channels }).toEqual({ width: 320, height: 160, space: 'srgb', channels: 3 })
    expect(kind).toBe(format === 'avif' ? 'heif' : format)
  },
)

test('encodes quickly for journeys: the same size, other bytes', async () => {
  const noise = await sharp({
    create: {
      width: 600,
      height: 300,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()
  const [usual, quick] = [
    await encodePicture(noise, { width: 480 }, 'avif'),
    await encodePicture(noise, { width: 480 }, 'avif', true),
  ]
  expect(await sharp(quick).metadata()).toMatchObject({ format: 'heif', width: 480, height: 240, space: 'srgb' })
  expect(quick.length).not.toBe(usual.length)
})

test('crops a picture for link previews to their exact size', async () => {
  for (const original of [plain(2000, 500), plain(600, 900)]) {
    const made = await encodePicture(await original.jpeg().toBuffer(), { width: 1200, height: 630 }, 'jpeg')
    const { width, height } = await sharp(made).metadata()
    expect([width, height]).toEqual([1200, 630])
  }
})

test('removes location and camera data', async () => {
  const exif = { IFD0: { Make: 'Canon' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 56/1 0/1' } }
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><who>Marlow</who></x:xmpmeta>'
  const original = await plain(400, 300).withExif(exif).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer()
  const before = await sharp(original).metadata()
  expect(before).toMatchObject({ exif: expect.anything(), xmp: expect.anything(), icc: expect.anything() })
  for (const format of imageFormats) {
    const made = await encodePicture(original, { width: 320 }, format)
    const { exif, xmp, icc, iptc } = await sharp(made).metadata()
    expect({ exif, xmp, icc, iptc }).toEqual({})
    for (const trace of ['Canon', 'GPS', 'Marlow']) expect(Buffer.from(made).includes(trace)).toBe(false)
  }
})

test('applies the EXIF orientation', async () => {
  const sky = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const upright = await plain(400, 800)
    .composite([{ input: sky, gravity: 'north' }])
    .png()
    .toBuffer()
  const lying = await sharp(upright).rotate(-90).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  expect(await sharp(lying).metadata()).toMatchObject({ width: 800, height: 400, orientation: 6 })
  const made = await encodePicture(lying, { width: 320 }, 'jpeg')
  const { width, height, orientation } = await sharp(made).metadata()
  expect({ width, height, orientation }).toEqual({ width: 320, height: 640 })
  expect((await colourAt(made, 160, 20)).b).toBeGreaterThan(200)
  expect((await colourAt(made, 160, 600)).b).toBeLessThan(80)
})

test('converts CMYK to sRGB', async () => {
  const printed = await plain(400, 300).toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(printed).metadata()).space).toBe('cmyk')
  const made = await encodePicture(printed, { width: 320 }, 'avif')
  expect(await sharp(made).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  const { r, g, b } = await colourAt(made, 100, 100)
  expect(r).toBeGreaterThan(150)
  expect(Math.max(g, b)).toBeLessThan(80)
})

test('converts a wide-gamut picture to sRGB', async () => {
  const wide = await plain(400, 300).withIccProfile('p3').png().toBuffer()
  const { r, g, b } = await colourAt(await encodePicture(wide, { width: 320 }, 'webp'), 100, 100)
  expect(Math.abs(r - red.r) + Math.abs(g - red.g) + Math.abs(b - red.b)).toBeLessThan(12)
})

test('keeps transparency where the format has it, and fills with white otherwise', async () => {
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const clear = await sharp({ create: { width: 800, height: 600, channels: 4, background } })
    .png()
    .toBuffer()
  expect((await sharp(await encodePicture(clear, { width: 320 }, 'webp')).metadata()).hasAlpha).toBe(true)
  expect((await colourAt(await encodePicture(clear, { width: 320 }, 'jpeg'), 5, 5)).r).toBeGreaterThan(250)
})

test('encodes the first frame of an animation', async () => {
  const frames = [await plain(400, 300).png().toBuffer(), await plain(400, 300).negate().png().toBuffer()]
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const made = await encodePicture(moving, { width: 320 }, 'webp')
  const { height, pages } = await sharp(made).metadata()
  expect({ height, pages }).toEqual({ height: 240 })
  expect((await colourAt(made, 10, 10)).r).toBeGreaterThan(150)
})

test('rejects an unreadable picture quickly and with little memory', async () => {
  const whole = await plain(1600, 1200).jpeg().toBuffer()
  const svg = (body: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${body}</svg>`)
  const bad = {
    'half a photograph': whole.subarray(0, whole.length / 2),
    'a header alone': pngWithFalseSize(400, 300),
    'a drawing': svg('<script>alert(1)</script>'),
    'a drawing that reads files': svg('<image href="file:///etc/passwd"/>'),
    'a moving picture of the old kind': await plain(40, 30).gif().toBuffer(),
    text: Buffer.from('hello'),
    nothing: Buffer.alloc(0),
  }
  const tooLarge = [pngWithFalseSize(30_000, 30_000), pngWithFalseSize(10_000, 5_001)]
  const began = process.memoryUsage.rss()
  for (const bytes of tooLarge)
    await expect(encodePicture(bytes, { width: 320 }, 'avif')).rejects.toMatchObject({
      fault: 'picture-too-many-pixels',
    })
  for (const [what, bytes] of Object.entries(bad))
    await expect(encodePicture(bytes, { width: 320 }, 'avif'), what).rejects.toThrow(UnreadablePicture)
  expect(process.memoryUsage.rss() - began).toBeLessThan(100_000_000)
})

test('encodes 50 megapixels and rejects one row more', async () => {
  const made = await encodePicture(blackPng(10_000, 5_000), { width: 320 }, 'jpeg')
  expect(await sharp(made).metadata()).toMatchObject({ width: 320, height: 160 })
  const refused = { fault: 'picture-too-many-pixels' }
  await expect(encodePicture(blackPng(10_000, 5_001), { width: 320 }, 'jpeg')).rejects.toMatchObject(refused)
})
