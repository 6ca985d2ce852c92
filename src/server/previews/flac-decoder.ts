/** The samples of one frame per channel, from -1 to 1. */
export type FlacFrame = { channels: Float32Array[]; sampleRate: number }

/** The stream header, for frames that do not repeat its values. */
export type FlacStreamInfo = { sampleRate: number; bitsPerSample: number }

const blockSizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768]
const rates = [0, 88200, 176400, 192000, 8000, 16000, 22050, 24000, 32000, 44100, 48000, 96000]
const sampleSizes = [0, 8, 12, 0, 16, 20, 24, 32]
/** The samples before, times these, are what a fixed predictor expects. */
const fixedPredictorWeights = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

/** From the 34 bytes that every FLAC file begins with. */
export function streamInfoOf(block: Uint8Array): FlacStreamInfo {
  const read = new BitReader(block)
  read.skip(80)
  const sampleRate = read.unsigned(20)
  read.skip(3)
  return { sampleRate, bitsPerSample: read.unsigned(5) + 1 }
}

/** Decodes one frame of FLAC (RFC 9639), up to 24 bits. Throws for anything else. */
export function decodeFlacFrame(frame: Uint8Array, info: FlacStreamInfo): FlacFrame {
  const read = new BitReader(frame)
  if (read.unsigned(14) !== 0x3ffe) throw new Error('Not a FLAC frame.')
  read.skip(2)
  const [sizeCode, rateCode, assignment] = [read.unsigned(4), read.unsigned(4), read.unsigned(4)]
  const bits = sampleSizes[read.unsigned(3)] || info.bitsPerSample
  read.skip(1)
  // Which frame it is, written like a character of UTF-8.
  const first = read.unsigned(8)
  read.skip(8 * Math.max(0, Math.clz32(~(first << 24)) - 1))
  const length =
    sizeCode === 6 ? read.unsigned(8) + 1 : sizeCode === 7 ? read.unsigned(16) + 1 : (blockSizes[sizeCode] ?? 0)
  const sampleRate = rateOf(read, rateCode) || info.sampleRate
  read.skip(8)
  if (!length || bits > 24 || assignment > 10) throw new Error('Unsupported FLAC frame.')
  const count = assignment < 8 ? assignment + 1 : 2
  const channels = Array.from({ length: count }, (_, at) => {
    const isDifference = assignment === (at === 0 ? 9 : 8) || (assignment === 10 && at === 1)
    return decodeSubframe(read, length, bits + (isDifference ? 1 : 0))
  })
  decorrelateChannels(channels, assignment)
  const full = 2 ** (bits - 1)
  return { sampleRate, channels: channels.map((samples) => toFloatSamples(samples, full)) }
}

function toFloatSamples(samples: Int32Array, full: number): Float32Array {
  const all = new Float32Array(samples.length)
  for (let at = 0; at < all.length; at++) all[at] = samples[at]! / full
  return all
}

function rateOf(read: BitReader, code: number): number {
  if (code === 12) return read.unsigned(8) * 1000
  if (code === 13) return read.unsigned(16)
  if (code === 14) return read.unsigned(16) * 10
  return rates[code] ?? 0
}

/** Two channels that were stored as one and how they differ become two again. */
function decorrelateChannels([one, other]: Int32Array[], assignment: number): void {
  if (assignment < 8) return
  for (let at = 0; at < one!.length; at++) {
    const a = one![at]!
    const b = other![at]!
    if (assignment === 8) other![at] = a - b
    else if (assignment === 9) one![at] = a + b
    else {
      const sum = a * 2 + (b & 1)
      one![at] = (sum + b) / 2
      other![at] = (sum - b) / 2
    }
  }
}

function decodeSubframe(read: BitReader, length: number, bits: number): Int32Array {
  read.skip(1)
  const kind = read.unsigned(6)
  const wasted = read.unsigned(1) ? read.zeros() + 1 : 0
  const size = bits - wasted
  const samples = new Int32Array(length)
  if (kind === 0) samples.fill(read.signed(size))
  else if (kind === 1) for (let at = 0; at < length; at++) samples[at] = read.signed(size)
  else if (kind >= 8 && kind <= 12)
    decodePredicted(read, samples, size, kind - 8, () => ({ weights: fixedPredictorWeights[kind - 8]!, shift: 0 }))
  else if (kind >= 32) decodePredicted(read, samples, size, kind - 31, () => weightsOf(read, kind - 31))
  else throw new Error('Unsupported FLAC subframe.')
  if (wasted) for (let at = 0; at < length; at++) samples[at] = samples[at]! << wasted
  return samples
}

type Predictor = { weights: number[]; shift: number }

function weightsOf(read: BitReader, order: number): Predictor {
  const precision = read.unsigned(4) + 1
  const shift = read.signed(5)
  return { shift, weights: Array.from({ length: order }, () => read.signed(precision)) }
}

/** The first samples as they are, then by how much each differs from what those before it let expect. */
function decodePredicted(
  read: BitReader,
  samples: Int32Array,
  bits: number,
  order: number,
  predictor: () => Predictor,
): void {
  if (order > samples.length) throw new Error('The FLAC frame is shorter than its predictor order.')
  for (let at = 0; at < order; at++) samples[at] = read.signed(bits)
  const { weights, shift } = predictor()
  decodeResiduals(read, samples, order)
  const scale = 2 ** shift
  for (let at = order; at < samples.length; at++) {
    let sum = 0
    for (let back = 0; back < order; back++) sum += weights[back]! * samples[at - 1 - back]!
    samples[at] = samples[at]! + Math.floor(sum / scale)
  }
}

function decodeResiduals(read: BitReader, samples: Int32Array, order: number): void {
  const width = read.unsigned(2) === 0 ? 4 : 5
  const plain = 2 ** width - 1
  const parts = 2 ** read.unsigned(4)
  for (let part = 1, at = order; part <= parts; part++) {
    const end = Math.floor((part * samples.length) / parts)
    const parameter = read.unsigned(width)
    if (parameter === plain) {
      const size = read.unsigned(5)
      for (; at < end; at++) samples[at] = size ? read.signed(size) : 0
    } else for (; at < end; at++) samples[at] = read.folded(parameter)
  }
}

/** Reads a few bits at a time, the highest first. */
class BitReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  skip(count: number): void {
    this.#at += count
  }

  /** At least 25 bits from here on, at the high end of a number. */
  #ahead(): number {
    const bytes = this.#bytes
    const byte = this.#at >> 3
    if (byte >= bytes.length) throw new Error('The FLAC frame is truncated.')
    const four = (bytes[byte]! << 24) | (bytes[byte + 1]! << 16) | (bytes[byte + 2]! << 8) | bytes[byte + 3]!
    return four << (this.#at & 7)
  }

  /** Up to 32 bits. */
  unsigned(count: number): number {
    if (count > 24) return this.unsigned(count - 16) * 65_536 + this.unsigned(16)
    if (count === 0) return 0
    const value = this.#ahead() >>> (32 - count)
    this.#at += count
    return value
  }

  signed(count: number): number {
    const value = this.unsigned(count)
    return value >= 2 ** (count - 1) ? value - 2 ** count : value
  }

  /** How many zeros come before the next one, which is taken too. */
  zeros(): number {
    for (let count = 0; ; ) {
      const zeros = Math.clz32(this.#ahead())
      if (zeros < 25) {
        this.#at += zeros + 1
        return count + zeros
      }
      this.#at += 24
      count += 24
    }
  }

  /** A number of Rice's: how often a power of two is in it, the rest, and its sign at the low end. */
  folded(parameter: number): number {
    const folded = (this.zeros() << parameter) | this.unsigned(parameter)
    return (folded >>> 1) ^ -(folded & 1)
  }
}
