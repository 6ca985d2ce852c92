/** For tests: a WAV of so many seconds of silence, whose tags are written in UTF-8, as most programs do. */
export function wavWith(info: Record<string, string>, seconds = 2): Buffer {
  const rate = 8_000
  const chunk = (id: string, body: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)])
  }
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate, 8)
  format.writeUInt16LE(1, 12)
  format.writeUInt16LE(8, 14)
  const said = Object.entries(info).map(([id, words]) => chunk(id, Buffer.from(`${words}\0`)))
  const list = chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...said]))
  const sound = chunk('data', Buffer.alloc(rate * seconds, 0x80))
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), list, sound]))
}
