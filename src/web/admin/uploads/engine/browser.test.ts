import { afterEach, expect, test, vi } from 'vitest'
import { createBrowserDeps } from '#web/admin/uploads/engine/browser.ts'

const { sha256 } = createBrowserDeps({ token: async () => 'token', drop: () => {}, fetch })
afterEach(() => void vi.unstubAllGlobals())

test('the hash of a chunk is its SHA-256 in 64 digits', async () => {
  // As FIPS 180-2 says of these three letters.
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await sha256(new Blob(['a', 'bc']))).toBe(known)
})

test('a browser without Web Crypto sends no hash', async () => {
  vi.stubGlobal('crypto', {})
  expect(await sha256(new Blob(['abc']))).toBeNull()
})
