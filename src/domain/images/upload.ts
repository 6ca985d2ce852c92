/** What is read of an uploaded picture at most. */
export const mostPictureBytes = 50 * 1024 * 1024
export const mostPicturePixels = 50_000_000

/** What can be shown, as `<input accept>` says it. Phones turn their own kinds into these when asked for them. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** The longest side of what is kept: as much as the largest variant needs, and enough to crop from once more. */
export const keptSide = 4096

/** What addresses end with, from the name of a file: plain letters, never empty. */
export function plainName(fileName: string, fallback: string): string {
  const plain = fileName
    .replace(/\.[^./\\]*$/, '')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return plain.slice(0, 60).replace(/^-+|-+$/g, '') || fallback
}
