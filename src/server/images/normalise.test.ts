import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { normalisePicture } from '#server/images/normalise.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'normalise-'))
  return () => rm(folder, { recursive: true, force: true })
})

const plain = (width: number, height: number, background = '#802010') =>
  sharp({ create: { width, height, channels: 3, background } })
let count = 0
async function normalised(bytes: Uint8Array, crop: Parameters<typeof normalisePicture>[1] = null) {
  const [file, into] = [join(folder, `in-${++count}`), join(folder, `out-${count}`)]
  await writeFile(file, bytes)
  const about = await normalisePicture(file, crop, into)
  const kept = await readFile(into)
  return { about, kept, picture: await sharp(kept).metadata() }
}
async function colourAt(picture: Uint8Array, left: number, top: number) {
  const [r = 0, g = 0, b = 0] = await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return { r, g, b }
}

const exif = {
  IFD0: { Make: 'Canon' },
  IFD2: { DateTimeOriginal: '2024:07:03 23:59:58' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 56/1 0/1' },
}

test('reads the date of a photograph and removes all metadata', async () => {
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><who>Marlow</who></x:xmpmeta>'
  const sent = await plain(900, 600).withExif(exif).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer()
  const { about, kept, picture } = await normalised(sent)
  expect(about).toEqual({
    hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    bytes: kept.length,
    width: 900,
    height: 600,
    placeholder: expect.stringMatching(/^data:image\/webp;base64,[A-Za-z0-9+/=]{20,400}$/),
    takenOn: '2024-07-03',
  })
  const { exif: camera, xmp: who, icc, iptc, format, space } = picture
  expect({ camera, who, icc, iptc, format, space }).toEqual({ format: 'jpeg', space: 'srgb' })
  for (const trace of ['Canon', 'GPS', 'Marlow', 'Exif']) expect(kept.includes(trace)).toBe(false)
})

test.each(['0000:00:00 00:00:00', 'yesterday', '9999:99:99 99:99:99'])(
  'ignores the invalid EXIF date %s',
  async (DateTimeOriginal) => {
    const sent = await plain(90, 60).withExif({ IFD2: { DateTimeOriginal } }).jpeg().toBuffer()
    expect((await normalised(sent)).about.takenOn).toBeNull()
  },
)

test('stores a large photograph at the largest size that is shown', async () => {
  const { about } = await normalised(await plain(6000, 3000).jpeg().toBuffer())
  expect([about.width, about.height]).toEqual([4096, 2048])
})

/** What must be done to an upright picture so that it lies in its file as cameras with this orientation leave it. */
const layings: [orientation: number, lay: (picture: Sharp) => Sharp][] = [
  [1, (picture) => picture],
  [2, (picture) => picture.flop()],
  [3, (picture) => picture.rotate(180)],
  [4, (picture) => picture.flip()],
  [6, (picture) => picture.rotate(270)],
  [8, (picture) => picture.rotate(90)],
]

test.each(layings)('crops after applying the EXIF orientation %i', async (orientation, lay) => {
  const sky = await plain(400, 200, '#0000ff').png().toBuffer()
  const sun = await plain(100, 100, '#ffff00').png().toBuffer()
  const upright = await plain(400, 800)
    .composite([
      { input: sky, gravity: 'north' },
      { input: sun, gravity: 'northeast' },
    ])
    .png()
    .toBuffer()
  const file = await lay(sharp(upright)).jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer()
  const whole = await normalised(file)
  expect([whole.about.width, whole.about.height, whole.picture.orientation]).toEqual([400, 800, undefined])
  expect((await colourAt(whole.kept, 370, 30)).g).toBeGreaterThan(200)
  const top = await normalised(file, { x: 0, y: 0, width: 0.75, height: 0.25 })
  expect([top.about.width, top.about.height]).toEqual([300, 200])
  expect((await colourAt(top.kept, 5, 5)).b).toBeGreaterThan(200)
  expect((await colourAt(top.kept, 290, 190)).g).toBeLessThan(60)
  const corner = await normalised(file, { x: 0.75, y: 0, width: 0.25, height: 0.125 })
  expect([corner.about.width, corner.about.height]).toEqual([100, 100])
  for (const at of [10, 90]) expect((await colourAt(corner.kept, at, at)).r).toBeGreaterThan(200)
})

test('keeps transparency and drops an opaque alpha channel', async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0 }
  const clear = await sharp({ create: { width: 800, height: 600, channels: 4, background } })
    .png()
    .toBuffer()
  const { about, picture } = await normalised(clear)
  expect(picture).toMatchObject({ format: 'webp', hasAlpha: true, width: 800, height: 600 })
  expect(about.placeholder).toBeNull()
  const opaque = await normalised(await plain(800, 600).ensureAlpha().png().toBuffer())
  expect(opaque.picture).toMatchObject({ format: 'jpeg', hasAlpha: false })
})

test.each(['png', 'webp', 'avif'] as const)('accepts a picture in %s', async (format) => {
  const { picture } = await normalised(await plain(300, 200).toFormat(format).toBuffer())
  expect(picture).toMatchObject({ format: 'jpeg', width: 300 })
})

test('rejects an unreadable picture with its reason', async () => {
  const whole = await plain(1600, 1200).jpeg().toBuffer()
  const frames = await Promise.all(['#000', '#fff'].map((colour) => plain(40, 30, colour).png().toBuffer()))
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const fault = (bytes: Uint8Array) =>
    normalised(bytes).then(
      () => 'taken',
      ({ fault }) => fault,
    )
  expect(await fault(whole.subarray(0, whole.length / 2))).toBe('picture-damaged')
  expect(await fault(Buffer.concat([whole.subarray(0, 700), Buffer.alloc(900, 7)]))).toBe('picture-damaged')
  expect(await fault(moving)).toBe('picture-animated')
  expect(await fault(await plain(40, 30).gif().toBuffer())).toBe('picture-kind')
  expect(await fault(Buffer.from('hello'))).toBe('picture-damaged')
})
