import {
  isOwnPagePart,
  type OwnPage,
  type OwnPagePart,
  type PartName,
  type SiteDocument,
} from '#domain/site-editor/document.ts'
import { type SectionPage, sectionPageNames, sectionPages, sitePages } from '#domain/sites/pages.ts'
import type { PlacedSection } from '#sections/kinds.ts'

/** A page with sections: a standing one by its name, or one of the owner's by its part of the document. */
export type EditablePage = SectionPage | OwnPagePart
export type PagePart = `sections-${SectionPage}` | OwnPagePart

export const partOfPage = (page: EditablePage): PagePart => (isOwnPagePart(page) ? page : `sections-${page}`)

/** The page whose sections are in this part; null where it has none. */
export const pageOfPart = (part: PartName): EditablePage | null =>
  isOwnPagePart(part) ? part : (sectionPageNames.find((page) => part === `sections-${page}`) ?? null)

/** The page of this name in an address; null where none can have it. */
export const parseEditablePage = (name: string): EditablePage | null =>
  isOwnPagePart(name) ? name : (sectionPageNames.find((page) => page === name) ?? null)

export const ownPageOf = (document: SiteDocument, page: EditablePage): OwnPage | null =>
  (isOwnPagePart(page) && document[page]) || null

export const sectionsOfPage = (document: SiteDocument, page: EditablePage): readonly PlacedSection[] =>
  document[partOfPage(page)]?.sections ?? []

export const titleOfPage = (document: SiteDocument, page: EditablePage): string =>
  isOwnPagePart(page) ? (document[page]?.title ?? '') : sitePages[sectionPages[page]].title

export const addressOfPage = (document: SiteDocument, page: EditablePage): string =>
  isOwnPagePart(page) ? (document[page]?.address ?? '') : sectionPages[page]

/** All pages with sections: the standing ones in their order, then those of the owner's by title. */
export function editablePagesOf(document: SiteDocument): EditablePage[] {
  const own = Object.keys(document).filter((part) => isOwnPagePart(part) && document[part]) as OwnPagePart[]
  return [...sectionPageNames, ...own.sort((a, b) => document[a]!.title.localeCompare(document[b]!.title))]
}

/** Stands for the title, the address and the like of a page where a section can be chosen. No section has this id. */
export const pageFieldsId = 'page-fields'
