import { isEqualJson, type Json } from '#domain/activity/activity.ts'
import {
  isOwnPagePart,
  type OwnPage,
  type PartName,
  partNamesIn,
  type SiteDocument,
} from '#domain/site-editor/document.ts'
import { ownPageFields } from '#domain/site-editor/own-pages.ts'
import { sectionExcerpt, sectionLabels } from '#domain/site-editor/words.ts'
import type { PartField } from '#domain/sites/fields.ts'
import { type PlacedSection, sectionKinds } from '#sections/kinds.ts'

/** A text, colour or choice that differs between two versions; `path` leads to it within the part. */
export type DocumentChange = { part: PartName; path: (string | number)[]; before: string | null; after: string | null }

/** What differs between two whole documents, in the order of the parts. */
export function documentChanges(before: SiteDocument, after: SiteDocument): DocumentChange[] {
  return partNamesIn(before, after).flatMap((part) =>
    partDifferences(part, before[part], after[part]).map((difference) => ({ part, ...difference })),
  )
}

/** Sections are compared by their id, so that moving one is not a change of all that follow. */
function partDifferences(part: PartName, before: SiteDocument[PartName], after: SiteDocument[PartName]): Difference[] {
  if (isOwnPagePart(part) && !(before && after)) {
    const pageText = (page: unknown) => (page ? `${(page as OwnPage).title} (${(page as OwnPage).address})` : null)
    return [{ path: [], before: pageText(before), after: pageText(after) }]
  }
  const [sectionsBefore, sectionsAfter] = [before, after].map((each) =>
    each && 'sections' in each ? each.sections : null,
  )
  if (!sectionsBefore || !sectionsAfter) return jsonDifferences(before, after)
  return [
    ...jsonDifferences({ ...before, sections: null }, { ...after, sections: null }).map((difference) =>
      labelDifference(ownPageFields, difference),
    ),
    ...sectionDifferences(sectionsBefore, sectionsAfter),
  ]
}

function sectionDifferences(before: PlacedSection[], after: PlacedSection[]): Difference[] {
  const old = new Map(before.map((section) => [section.id, section]))
  const ids = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !ids.has(id))
  const names = new Map([...sectionLabels(before), ...sectionLabels(after)])
  const nameOf = ({ id }: PlacedSection) => names.get(id)!
  const titleOf = (section: PlacedSection) => sectionExcerpt(section).slice(0, 200) || nameOf(section)
  const order = (sections: PlacedSection[], others: { has(id: string): boolean }) =>
    sections
      .filter(({ id }) => others.has(id))
      .map(nameOf)
      .join(', ')
  const orders = [order(before, ids), order(after, old)] as const
  return [
    ...removed.map((section) => ({
      path: ['sections', nameOf(section)],
      before: titleOf(section),
      after: null,
    })),
    ...after.flatMap((section): Difference[] => {
      const path = ['sections', nameOf(section)]
      const same = old.get(section.id)
      if (!same) return [{ path, before: null, after: titleOf(section) }]
      return jsonDifferences(same, section).map((difference) => {
        const fields = section.kind === 'main' ? [] : sectionKinds[section.kind].fields
        const { path: inside, ...values } = labelDifference(fields, difference)
        return { ...values, path: [...path, ...inside] }
      })
    }),
    ...(orders[0] === orders[1] ? [] : [{ path: ['sections', 'order'], before: orders[0], after: orders[1] }]),
  ]
}

/** A field and its choices as its form calls them. */
function labelDifference(fields: readonly PartField[], difference: Difference): Difference {
  const [name, ...inside] = difference.path
  const field = fields.find(({ path }) => path === name)
  if (!field) return difference
  const option = (value: string | null) => (value === null ? null : (field.options?.[value] ?? value))
  return { path: [field.label, ...inside], before: option(difference.before), after: option(difference.after) }
}

type Difference = Omit<DocumentChange, 'part'>

/** A value as one reads it in a list of changes; a list is its texts, and a link its words. */
function valueText(value: Json): string | null {
  if (value === null) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  if (isObject(value) && typeof value.label === 'string') return value.label
  return Object.values(value).map(valueText).filter(Boolean).join(', ') || null
}

/** What differs between two values, each with the path that leads to it. */
export const jsonDifferences = (before: unknown, after: unknown): Difference[] => compare(toJson(before), toJson(after))

function compare(before: Json, after: Json, path: (string | number)[] = []): Difference[] {
  if (isEqualJson(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [{ path, before: valueText(before), after: valueText(after) }]
    return before.flatMap((item, at) => compare(item, after[at] ?? null, [...path, at]))
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => compare(before[name] ?? null, after[name] ?? null, [...path, name]))
  }
  return [{ path, before: valueText(before), after: valueText(after) }]
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
