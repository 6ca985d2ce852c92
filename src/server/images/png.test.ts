import sharp from 'sharp'
import { expect, test } from 'vitest'
import { UnreadablePicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'

const rgba = (r: number, g: number, b: number, alpha = 1) => ({ r, g, b, alpha })
const [red, blue, ink, chalk] = [rgba(220, 0, 0), rgba(0, 0, 220), rgba(20, 20, 20), rgba(250, 250, 250)]
const plain = (width: number, height: number, background: object) =>
  sharp({ create: { width, height, channels: 4, background: background as never } })

/** Red on the left, blue on the right. */
const twoHalves = async () => {
  const right = await plain(200, 100, blue).png().toBuffer()
  return plain(400, 100, red)
    .composite([{ input: right, left: 200, top: 0 }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** A bar in the middle of nothing. */
const mark = async (colour: object) =>
  plain(200, 100, rgba(0, 0, 0, 0))
    .composite([{ input: await plain(200, 20, colour).png().toBuffer(), left: 0, top: 40 }])
    .webp({ lossless: true })
    .toBuffer()

async function pixels(png: Uint8Array) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { at, width: info.width, height: info.height }
}
const bytes = (buffer: Buffer) => new Uint8Array(buffer)
const square = { width: 60, height: 60 }

test.each([
  [{ x: 0, y: 50 }, [220, 0, 0, 255]],
  [{ x: 100, y: 50 }, [0, 0, 220, 255]],
])('an icon of an opaque picture is cropped around the focal point %o', async (focus, colour) => {
  const { at, ...size } = await pixels(await drawPng(bytes(await twoHalves()), { ...square, focus }))
  expect(size).toEqual(square)
  for (const [x, y] of [
    [2, 2],
    [30, 30],
    [57, 57],
  ] as const)
    expect(at(x, y)).toEqual(colour)
})

test('an icon of a transparent picture shows all of it and keeps its transparency', async () => {
  const { at } = await pixels(await drawPng(bytes(await mark(red)), { ...square, focus: { x: 0, y: 0 } }))
  expect(at(30, 2)).toEqual([0, 0, 0, 0])
  expect([at(1, 30), at(58, 30)]).toEqual([
    [220, 0, 0, 255],
    [220, 0, 0, 255],
  ])
})

test.each([
  ['white behind a dark mark', ink, [255, 255, 255, 255]],
  ['black behind a light mark', chalk, [17, 17, 17, 255]],
])('an opaque icon has %s, and a margin', async (_, colour, behind) => {
  const { at } = await pixels(await drawPng(bytes(await mark(colour)), { ...square, background: 'contrasting' }))
  expect([at(30, 2), at(2, 30), at(57, 30)]).toEqual([behind, behind, behind])
  expect(at(30, 30)).not.toEqual(behind)
})

test('fills a logo with the colour that it stands on', async () => {
  const { at, width } = await pixels(
    await drawPng(bytes(await mark(red)), { width: 100, height: 50, background: '#102030' }),
  )
  expect([width, at(50, 2)]).toEqual([100, [16, 32, 48, 255]])
})

test('draws SVG of the site itself sharply, and no other', async () => {
  const svg = bytes(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="10"/></svg>'),
  )
  const { at } = await pixels(await drawPng(svg, { width: 100, height: 100 }, true))
  expect([at(49, 50)[3], at(51, 50)[3]]).toEqual([255, 0])
  await expect(drawPng(svg, square)).rejects.toThrow(UnreadablePicture)
})
