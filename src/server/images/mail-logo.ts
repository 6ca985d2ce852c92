import { createHmac } from 'node:crypto'
import type { PngShape } from '#domain/images/icons.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { Hex } from '#domain/sites/site.ts'
import { isHexColour } from '#domain/sites/theme.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'

/** In points; drawn twice as large, for sharp screens. */
const [maxWidth, maxHeight, pixelsPerPoint] = [240, 44, 2]

export type MailLogos = ReturnType<typeof createMailLogos>
type Size = { width: number; height: number }

const address =
  /^(?<base>\/images\/(?<hash>[0-9a-f]{16})\/(?<name>[a-z0-9][a-z0-9-]*)_mail-(?<width>\d{1,3})x(?<height>\d{1,3})-(?<hex>[0-9a-f]{6}))-(?<signature>[0-9a-f]{24})\.png$/

/**
 * The logo in mails: PNG, because few mail programs show SVG, and with the colour that it stands on, so that nothing is
 * see-through. The address says the colour, so that mails which were sent before a re-brand keep theirs. It is signed:
 * otherwise a client could request millions of colours.
 */
export function createMailLogos({ deriveKey }: Pick<DerivedKeys, 'deriveKey'>) {
  const signatureOf = (websiteId: string, base: string) =>
    createHmac('sha256', deriveKey('mail-logo', websiteId)).update(base).digest('hex').slice(0, 24)
  return {
    logoOf(websiteId: string, picture: Picture, background: Hex): Size & { path: string } {
      const scale = Math.min(maxWidth / picture.width, maxHeight / picture.height)
      const points = (side: number) => Math.max(1, Math.round(side * scale))
      const [width, height] = [points(picture.width), points(picture.height)]
      const size = `${width * pixelsPerPoint}x${height * pixelsPerPoint}`
      const base = `${picture.base}_mail-${size}-${background.slice(1).toLowerCase()}`
      return { path: `${base}-${signatureOf(websiteId, base)}.png`, width, height }
    },
    /** Null for an address that this server did not make for the website. */
    parse(websiteId: string, path: string): { hash: string; name: string; shape: PngShape } | null {
      const { base = '', hash = '', name = '', width, height, hex, signature } = address.exec(path)?.groups ?? {}
      const background = `#${hex}`
      if (!isHexColour(background) || signature !== signatureOf(websiteId, base)) return null
      return { hash, name, shape: { width: Number(width), height: Number(height), background } }
    },
  }
}
