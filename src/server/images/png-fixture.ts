import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer) {
  const content = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

function png(width: number, height: number, kind: readonly [bits: number, colour: number], content: Buffer) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(kind, 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(content)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** A PNG that says it is this large and brings almost nothing. */
export const boastful = (width: number, height: number) => png(width, height, [8, 2], Buffer.alloc(1000))

/** One that is this large in truth, and black: a bit for each pixel. */
export const black = (width: number, height: number) =>
  png(width, height, [1, 0], Buffer.alloc((1 + Math.ceil(width / 8)) * height))
