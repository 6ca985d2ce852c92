import { eq } from 'drizzle-orm'
import type { Picture } from '#domain/images/picture.ts'
import {
  applyDocument,
  isOwnPagePart,
  type OwnPage,
  type OwnPagePart,
  type SiteDocument,
  starterSections,
  uploadedPictures,
  type WrittenText,
  writtenPageNames,
} from '#domain/site-editor/document.ts'
import { withoutClosedLinks } from '#domain/sites/navigation.ts'
import { type SectionPage, sectionPageNames } from '#domain/sites/pages.ts'
import { applySettings } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import type { PlacedSection } from '#sections/kinds.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { picturesAt } from '#server/images/pictures.ts'
import { type MigratedDocument, migrateDocument } from '#server/site-editor/documents.ts'
import { pageAddresses } from '#server/site-editor/page-addresses-table.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { readSettings } from '#server/sites/settings.ts'

/** A site as its owner has made it. What was never changed is as in its starter, the site's file. */
export type CurrentSite = {
  site: Site
  /** The pages of text that the owner has written, by name, as Markdown: their HTML would be most of what a site holds. */
  pages: ReadonlyMap<string, WrittenText>
  /** What the owner has put on each page, and around its fixed part. */
  sections: Readonly<Record<SectionPage, PlacedSection[]>>
  ownPages: OwnPages
  /** The uploaded pictures that the site names, by address. */
  pictures: ReadonlyMap<string, Picture>
  /** Why what is published cannot be read. The site is as its starter then, with the settings of its owner. */
  problem: string | null
}

/** The pages that the owner has made. */
export type OwnPages = {
  pages: ReadonlyMap<OwnPagePart, OwnPage>
  /** The page at each address, and at each that it had before. */
  addresses: ReadonlyMap<string, OwnPagePart>
}

const noOwnPages: OwnPages = { pages: new Map(), addresses: new Map() }

/** The site as its file has it. */
export const starterSite = (starter: Site): CurrentSite => ({
  site: starter,
  pages: new Map(),
  sections: sectionsOf(starter, {}),
  ownPages: noOwnPages,
  pictures: new Map(),
  problem: null,
})

const sectionsOf = (starter: Site, document: SiteDocument): CurrentSite['sections'] =>
  Object.fromEntries(
    sectionPageNames.map((page) => [page, document[`sections-${page}`]?.sections ?? starterSections(starter, page)]),
  ) as CurrentSite['sections']

type State = 'published' | 'draft'

/** `draft` shows the draft, or what is published while there is none that can be read. */
export async function readCurrentSite(tx: SiteTx, starter: Site, state: State = 'published'): Promise<CurrentSite> {
  const settings = await readSettings(tx)
  const draft = state === 'draft' ? await storedIn(tx, 'draft') : null
  const { document, problem } =
    draft && !draft.problem ? draft : ((await storedIn(tx, 'published')) ?? { document: {}, problem: null })
  const site = applyDocument(applySettings(starter, settings), document)
  const addresses = uploadedPictures(document)
  const pictureAt = await picturesAt(tx, addresses, () => null)
  const pictures = addresses.flatMap((address): [string, Picture][] => {
    const picture = pictureAt(address, '')
    return picture ? [[address, picture]] : []
  })
  const pages = writtenPageNames.flatMap((name): [string, WrittenText][] => {
    const words = document[`text-${name}`]
    return words ? [[name, words]] : []
  })
  const ownPages = Object.keys(document)
    .filter(isOwnPagePart)
    .map((part) => [part, document[part]!] as const)
  const formerAddresses = (await tx.select().from(pageAddresses)).map(({ address, page }) => [address, page] as const)
  const redirecting = formerAddresses.flatMap(([address, part]) => (isVisible(document[part]) ? [address] : []))
  const linked = { ...site, ownPages: [...new Set([...site.ownPages, ...redirecting])] }
  return {
    site: { ...linked, content: withoutClosedLinks(linked) },
    pages: new Map(pages),
    sections: sectionsOf(starter, document),
    ownPages: {
      pages: new Map(ownPages),
      addresses: new Map([...formerAddresses, ...ownPages.map(([part, { address }]) => [address, part] as const)]),
    },
    pictures: new Map(pictures),
    problem,
  }
}

const isVisible = (page: OwnPage | undefined): boolean => page !== undefined && page.visibility !== 'hidden'

async function storedIn(tx: SiteTx, state: State): Promise<MigratedDocument | null> {
  const [found] = await tx
    .select({ document: siteVersions.document, schemaVersion: siteVersions.schemaVersion, number: siteVersions.number })
    .from(siteVersions)
    .where(eq(siteVersions.state, state))
  return found ? migrateDocument(found) : null
}
