import { type Picture, variantsToPrepare } from '#domain/images/picture.ts'
import type { Site } from '#domain/sites/site.ts'
import { openDiskCache } from '#server/images/disk-cache.ts'
import type { FindOriginal, OriginalPicture } from '#server/images/original.ts'
import { type PicturedSite, readSiteFiles, type SiteFile } from '#server/images/site-files.ts'
import {
  createPictureVariants,
  type PhotographRequest,
  type VariantHelpers,
  type Warn,
} from '#server/images/variants.ts'
import { hasQuickPictures } from '#server/test-mode.ts'

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
  const variants = createPictureVariants({ cache: await openDiskCache(cacheFolder, maxCached), helpers, warn })
  const stop = new AbortController()
  let preparing: Promise<void> = Promise.resolve()

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
    variantOrStandIn: variants.variantOrStandIn,
    /** Makes all variants of a picture that pages link to. Throws when the signal stops it. */
    prepare: (original: OriginalPicture, signal: AbortSignal): Promise<void> =>
      variants.prepare(requestsOf(original), signal),
    /** Begins to make the variants of the sites' own pictures that are missing. */
    prepareSites(): void {
      const list = sites.flatMap((site) => requestsOfSite(site, filesOf(site)))
      preparing = variants.prepare(list, stop.signal).catch((err) => {
        if (!stop.signal.aborted) warn({ err }, 'failed to make the pictures of the sites')
      })
    },
    /** Resolves when no picture is being made for later any more. */
    async close(): Promise<void> {
      stop.abort()
      await Promise.all([preparing, variants.close()])
    },
  }
}

const requestsOf = (original: OriginalPicture): PhotographRequest[] =>
  original.asIs === null ? variantsToPrepare(original).map((each) => ({ original, ...each })) : []

/** The first pictures of the home page, in AVIF; then the covers, and then everything else. Tests stop before that. */
function requestsOfSite({ content }: PicturedSite, files: SiteFile[]): PhotographRequest[] {
  const requestsOfFiles = (names: (string | null | undefined)[]) =>
    names
      .flatMap((name) => files.find(({ file }) => file === name) ?? [])
      .flatMap(({ original }) => requestsOf(original))
  const { hero } = content.home
  const first = requestsOfFiles([hero.image, hero.portrait])
    .concat(requestsOfFiles(content.releases.map(({ cover }) => cover)))
    .filter(({ format }) => format === 'avif')
  return hasQuickPictures() ? first : [...first, ...files.flatMap(({ original }) => requestsOf(original))]
}
