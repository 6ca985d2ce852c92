/**
 * Estimates the loudness of an MP3 or AAC packet from its gain fields, without decoding it. Good enough to draw a
 * waveform.
 */
export function loudnessOf(codec: string, packet: Uint8Array): number {
  const gain = codec === 'mp3' ? mp3Gain(packet) : codec === 'aac' ? aacGain(withoutHead(packet)) : null
  // Other codecs spend more bytes on louder sound.
  return gain === null ? packet.length : 2 ** (gain / 8)
}

/** The largest global gain of a frame; null if it is not MPEG layer III. */
function mp3Gain(frame: Uint8Array): number | null {
  if (frame.length < 40 || frame[0] !== 0xff || (frame[1]! & 0xe6) !== 0xe2) return null
  const isFirstVersion = (frame[1]! & 0x18) === 0x18
  const channels = frame[3]! >> 6 === 3 ? 1 : 2
  const begins = (4 + (frame[1]! & 1 ? 0 : 2)) * 8
  // Bits before the first granule, granules times channels, and bits of each.
  const [head, parts, length] = isFirstVersion
    ? [channels === 1 ? 18 : 20, 2 * channels, 59]
    : [channels === 1 ? 9 : 10, channels, 63]
  const gains = Array.from({ length: parts }, (_, part) => {
    const at = begins + head + part * length
    // A granule without bits is silent, whatever its gain is.
    return bitsAt(frame, at, 12) === 0 ? 0 : bitsAt(frame, at + 21, 8)
  })
  return Math.max(...gains)
}

/** Removes the ADTS header of AAC without a container; with a checksum it is two bytes longer. */
function withoutHead(packet: Uint8Array): Uint8Array {
  const hasHead = packet[0] === 0xff && (packet[1]! & 0xf6) === 0xf0
  return hasHead ? packet.subarray(packet[1]! & 1 ? 7 : 9) : packet
}

/** The gain of the first element, which holds both channels of a stereo track. */
function aacGain(block: Uint8Array): number | null {
  const [mono, stereo, eightShort] = [0, 1, 2]
  const element = bitsAt(block, 0, 3)
  if (element === mono) return bitsAt(block, 7, 8)
  if (element !== stereo) return null
  if (bitsAt(block, 7, 1) === 0) return bitsAt(block, 8, 8)
  if (bitsAt(block, 9, 2) === eightShort) {
    const [bands, grouping] = [bitsAt(block, 12, 4), bitsAt(block, 16, 7)]
    const groups = 8 - [...grouping.toString(2)].filter((bit) => bit === '1').length
    return bitsAt(block, 25 + (bitsAt(block, 23, 2) === 1 ? groups * bands : 0), 8)
  }
  const bands = bitsAt(block, 12, 6)
  return bitsAt(block, 21 + (bitsAt(block, 19, 2) === 1 ? bands : 0), 8)
}

function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let bit = at; bit < at + count; bit++) value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  return value
}
