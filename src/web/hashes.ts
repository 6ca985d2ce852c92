import { normalizeEmail } from '#domain/accounts/email.ts'

/**
 * What is sent in place of an address, and may stand in an address bar; null where a browser cannot hash. The server
 * makes of it, with a key that only it has, what it finds orders by.
 */
export const hashEmail = (email: string): Promise<string | null> => sha256Hex(normalizeEmail(email))

/** SHA-256 in hex; null where a browser cannot hash. */
export async function sha256Hex(text: string): Promise<string | null> {
  // Browsers hash over a secure connection only.
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
