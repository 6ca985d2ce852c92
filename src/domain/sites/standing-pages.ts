import { hasAwards, hasDiscography, hasGallery, hasMedia, hasPress, hasShop, hasTour } from '#domain/sites/features.ts'
import type { Site } from '#domain/sites/site.ts'

/** The pages that every visitor may find, apart from those of single shows and products. */
export function standingPages(site: Pick<Site, 'features'>): string[] {
  const optional: [string, (site: Pick<Site, 'features'>) => boolean][] = [
    ['/tour', hasTour],
    ['/shop', hasShop],
    ['/gallery', hasGallery],
    ['/discography', hasDiscography],
    ['/awards', hasAwards],
    ['/press', hasPress],
    ['/media', hasMedia],
  ]
  const open = optional.filter(([, has]) => has(site)).map(([path]) => path)
  return ['/', ...open, '/history', '/contact', '/privacy', '/terms']
}
