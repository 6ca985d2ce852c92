/** A random UUID, also where a page came without TLS: browsers have `crypto.randomUUID` only with it. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** For sections and pages: short, because it is stored often. */
export const randomShortId = (): string => randomUuid().replaceAll('-', '').slice(0, 10)
