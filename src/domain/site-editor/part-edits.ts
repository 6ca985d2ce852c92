import {
  isOwnPagePart,
  type OwnPage,
  type PartName,
  type SiteDocument,
  type SiteParts,
} from '#domain/site-editor/document.ts'
import { type EditablePage, partOfPage, sectionsOfPage } from '#domain/site-editor/editable-pages.ts'
import type { PlacedSection, Section } from '#sections/kinds.ts'

/** The parts that an edit changes, whole; null where the part is gone. */
export type PartEdits = { [P in PartName]?: SiteParts[PartName] | null }

/** The document after an edit. */
export function applyPartEdits(document: SiteDocument, edits: PartEdits): SiteDocument {
  const after: Record<string, unknown> = { ...document }
  for (const [part, value] of Object.entries(edits))
    if (value === null) delete after[part]
    else after[part] = value
  return after as SiteDocument
}

/** A value with another one inside it at this path. */
export function withValueAt(value: unknown, path: string, inner: unknown): unknown {
  const [name, ...rest] = path.split('.')
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown> | null) }
  copy[name!] = rest.length ? withValueAt(copy[name!], rest.join('.'), inner) : inner
  return copy
}

function withSections(
  document: SiteDocument,
  page: EditablePage,
  change: (sections: readonly PlacedSection[]) => PlacedSection[],
): PartEdits {
  const sections = change(sectionsOfPage(document, page))
  if (!isOwnPagePart(page)) return { [partOfPage(page)]: { sections } }
  const own = document[page]
  return own ? { [page]: { ...own, sections } as OwnPage } : {}
}

type FieldChange = { id: string; path: string; value: unknown }

export const setSectionField = (document: SiteDocument, page: EditablePage, { id, path, value }: FieldChange) =>
  withSections(document, page, (sections) =>
    sections.map((each) => (each.id === id ? (withValueAt(each, path, value) as PlacedSection) : each)),
  )

/** After the section with this id; at the end without one. */
export const insertSection = (document: SiteDocument, page: EditablePage, section: Section, after: string | null) =>
  withSections(document, page, (sections) => {
    const at = sections.findIndex(({ id }) => id === after)
    return at < 0 ? [...sections, section] : [...sections.slice(0, at + 1), section, ...sections.slice(at + 1)]
  })

/** The sections in this order. One that the order does not name stays behind the others. */
export const reorderSections = (document: SiteDocument, page: EditablePage, order: readonly string[]) =>
  withSections(document, page, (sections) => {
    const byId = new Map(sections.map((each) => [each.id, each]))
    const named = order.flatMap((id) => byId.get(id) ?? [])
    return [...named, ...sections.filter(({ id }) => !order.includes(id))]
  })

export function duplicateSection(document: SiteDocument, page: EditablePage, id: string, copyId: string): PartEdits {
  const section = sectionsOfPage(document, page).find((each) => each.id === id)
  return section && section.kind !== 'main' ? insertSection(document, page, { ...section, id: copyId }, id) : {}
}

export const deleteSection = (document: SiteDocument, page: EditablePage, id: string) =>
  withSections(document, page, (sections) => sections.filter((each) => each.id !== id || each.kind === 'main'))
