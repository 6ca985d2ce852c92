/** A cursor over big-endian bytes, with the number codings that font files use. */
export class Reader {
  at = 0
  readonly bytes: Uint8Array
  private readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8(): number {
    return this.view.getUint8(this.at++)
  }

  i8(): number {
    return this.view.getInt8(this.at++)
  }

  u16(): number {
    this.at += 2
    return this.view.getUint16(this.at - 2)
  }

  i16(): number {
    this.at += 2
    return this.view.getInt16(this.at - 2)
  }

  u32(): number {
    this.at += 4
    return this.view.getUint32(this.at - 4)
  }

  /** A signed fraction between -2 and 2. */
  f2dot14(): number {
    return this.i16() / 16384
  }

  text(length: number): string {
    this.at += length
    return String.fromCharCode(...this.bytes.subarray(this.at - length, this.at))
  }

  /** UIntBase128: seven bits a byte, the high bit says that more follow. */
  base128(): number {
    let value = 0
    let byte: number
    do {
      byte = this.u8()
      value = value * 128 + (byte & 127)
    } while (byte & 128)
    return value
  }

  /** 255UInt16: one byte for most counts. */
  u255(): number {
    const first = this.u8()
    if (first === 253) return this.u16()
    if (first === 254) return this.u8() + 506
    if (first === 255) return this.u8() + 253
    return first
  }
}
