import { fallbackImagePath } from '#domain/images/addresses.ts'
import { type FocalPoint, type Picture, siteIconFiles } from '#domain/images/picture.ts'
import { escapeXml } from '#domain/pages/xml-documents.ts'
import type { Hex, Site } from '#domain/sites/site.ts'

/** The sides of the icons that are made from one picture: tabs, home screens of phones, and the manifest. */
export const iconSizesPx = { tab: 48, touch: 180, standard: 192, large: 512 } as const
const iconSides: readonly number[] = Object.values(iconSizesPx)

/** A picture drawn as PNG in exactly this size. */
export type PngShape = {
  width: number
  height: number
  /** What stays visible where a picture without see-through parts is cropped. */
  focus?: FocalPoint | null
  /** Behind see-through parts. `contrasting`: white, or black behind a light picture, with a margin for rounded corners. */
  background?: Hex | 'contrasting' | null
}

type IconOptions = { isSolid?: boolean }

/** The underscore tells it from every name of a file. The focal point is part of it, so what is there never changes. */
export function iconUrlPath({ base, focus }: Pick<Picture, 'base' | 'focus'>, side: number, options: IconOptions = {}) {
  return `${base}_icon-${side}${focus ? `-${focus.x}-${focus.y}` : ''}${options.isSolid ? '-solid' : ''}.png`
}

const percent = '(?:0|[1-9][0-9]?|100)'
const iconPath = new RegExp(
  `^/images/(?<hash>[0-9a-f]{16})/(?<name>[a-z0-9][a-z0-9-]*)_icon-(?<side>${iconSides.join('|')})(?:-(?<x>${percent})-(?<y>${percent}))?(?<solid>-solid)?\\.png$`,
)

/** The icon that an address names. Its picture may not exist. */
export function parseIconPath(path: string): { hash: string; name: string; shape: PngShape } | null {
  const { hash, name, side, x, y, solid } = iconPath.exec(path)?.groups ?? {}
  if (!hash || !name) return null
  const focus = x && y ? { x: Number(x), y: Number(y) } : null
  const background = solid ? 'contrasting' : null
  return { hash, name, shape: { width: Number(side), height: Number(side), focus, background } }
}

type ManifestIcon = { src: string; type: string; sizes: string; purpose?: string }

/** The addresses of a site's icons, as the head of a page, `/favicon.ico` and the manifest name them. */
export type SiteIcons = {
  head: { svg?: string; tab?: string; png?: string; touch?: string }
  manifest: ManifestIcon[]
}

/** The icons of a site: made from a picture of its owner, from its name, or the files of its folder. */
export function siteIconsOf(
  site: Pick<Site, 'branding' | 'name' | 'theme'>,
  picture: (name: string) => Picture,
): SiteIcons {
  const { branding } = site
  const png = (src: string, side: number): ManifestIcon => ({ src, type: 'image/png', sizes: `${side}x${side}` })
  const { tab, touch, standard, large } = iconSizesPx
  if (branding.icon) {
    const own = picture(branding.icon)
    const at = (side: number, options?: IconOptions) => iconUrlPath(own, side, options)
    return {
      head: { tab: at(tab), png: at(standard), touch: at(touch, { isSolid: true }) },
      manifest: [
        png(at(standard), standard),
        png(at(large), large),
        { ...png(at(large, { isSolid: true }), large), purpose: 'maskable' },
      ],
    }
  }
  if (branding.icon === null) {
    const svg = letterIcon(site)
    return { head: { svg }, manifest: [{ src: svg, type: 'image/svg+xml', sizes: 'any' }] }
  }
  const file = (name: string) => fallbackImagePath(picture(name))
  const svg = file(siteIconFiles.svg)
  return {
    head: { svg, png: file(siteIconFiles.png), touch: file(siteIconFiles.touch) },
    manifest: [
      { src: svg, type: 'image/svg+xml', sizes: 'any' },
      png(file(siteIconFiles.png), standard),
      png(file(siteIconFiles.large), large),
    ],
  }
}

/** The first letter of the name, white on the primary colour, as a data URL. The contrast check covers white on that shade. */
function letterIcon({ name, theme }: Pick<Site, 'name' | 'theme'>): string {
  const [{ segment: letter } = { segment: '' }] = new Intl.Segmenter().segment(name.trim())
  const text = `<text x="32" y="32" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="40" fill="#fff">${escapeXml(letter.toUpperCase())}</text>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="8" fill="${theme.light.colours.primary[600]}"/>${text}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
