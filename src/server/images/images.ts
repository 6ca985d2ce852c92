import { type Picture, variantWidthsOf } from '#domain/images/picture.ts'
import type { Site } from '#domain/sites/site.ts'
import { openDiskCache } from '#server/images/disk-cache.ts'
import type { FindOriginal } from '#server/images/original.ts'
import { type PicturedSite, readSiteFiles, type SiteFile } from '#server/images/site-files.ts'
import { createVariants, type VariantHelpers, type VariantRequest, type Warn } from '#server/images/variants.ts'

const gigabyte = 1024 ** 3

export type Images = Awaited<ReturnType<typeof openImages>>

type Places = {
  sites: readonly PicturedSite[]
  /** Where the sites' folders are. */
  sitesFolder: string
  /** Where made variants are kept; may be deleted at any time. */
  cacheFolder: string
  maxCached?: number
  helpers: VariantHelpers
  warn: Warn
}

/** The pictures of all sites. A site that names a picture it does not have stops the start with a sentence. */
export async function openImages({ sites, sitesFolder, cacheFolder, maxCached = gigabyte, helpers, warn }: Places) {
  const bySite = new Map<string, SiteFile[]>()
  for (const site of sites) bySite.set(site.folder, await readSiteFiles(sitesFolder, site))
  const variants = createVariants({ cache: await openDiskCache(cacheFolder, maxCached), helpers, warn })
  const stop = new AbortController()
  let warming: Promise<void> = Promise.resolve()

  const filesOf = (site: Pick<Site, 'folder'>) => bySite.get(site.folder) ?? []

  const fileAt = (site: Pick<Site, 'folder'>, { hash, name }: { hash: string; name: string }) =>
    filesOf(site).find((file) => file.original.hash === hash && file.name === name) ?? null
  const find: FindOriginal = async (site, requested) => fileAt(site, requested)?.original ?? null

  return {
    /** Null when the site has no file of that name. */
    pictureOf: (site: Pick<Site, 'folder'>, file: string): Picture | null =>
      filesOf(site).find((each) => each.file === file)?.picture ?? null,
    /** The one that an address names. */
    pictureAt: (site: Pick<Site, 'folder'>, requested: { hash: string; name: string }): Picture | null =>
      fileAt(site, requested)?.picture ?? null,
    /** The photographs whose names begin like this, in the order of the list: `gallery-` for a gallery. */
    photographsOf: (site: Pick<Site, 'folder'>, prefix: string): SiteFile[] =>
      filesOf(site).filter(({ file, picture }) => file.startsWith(prefix) && picture.asIs === null),
    find,
    variant: variants.variant,
    /** Begins to make what a visitor needs first; to be called once the server listens. */
    warmUp(): void {
      warming = variants.warmUp(
        sites.flatMap((site) => neededFirst(site, filesOf(site))),
        stop.signal,
      )
    },
    /** Resolves when no picture is being made for later any more. */
    close(): Promise<void> {
      stop.abort()
      return warming
    },
  }
}

/** In AVIF, which nearly every browser shows: the first picture in the widths of phones and desks, then the covers. */
function neededFirst({ content }: PicturedSite, files: SiteFile[]): VariantRequest[] {
  const variantRequestsOf = (file: string, from: number, to: number): VariantRequest[] => {
    const original = files.find((each) => each.file === file)?.original
    if (!original || original.asIs) return []
    const within = variantWidthsOf(original).filter((width) => width >= from && width <= to)
    return within.map((width) => ({ original, size: { width }, format: 'avif' }))
  }
  return [
    ...variantRequestsOf(content.home.hero.image, 640, 2400),
    ...(content.home.hero.portrait ? variantRequestsOf(content.home.hero.portrait, 320, 1280) : []),
    ...content.releases.flatMap(({ cover }) => (cover ? variantRequestsOf(cover, 320, 960) : [])),
  ]
}
