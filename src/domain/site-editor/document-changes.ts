import { type Json, sameJson } from '#domain/activity/activity.ts'
import { type PartName, partsIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { nameOfSection } from '#domain/site-editor/words.ts'
import type { PlacedSection } from '#sections/kinds.ts'

/** A text, colour or choice that differs between two versions; `path` leads to it within the part. */
export type DocumentChange = { part: PartName; path: (string | number)[]; before: string | null; after: string | null }

/** What differs between two whole documents, in the order of the parts. */
export function documentChanges(before: SiteDocument, after: SiteDocument): DocumentChange[] {
  return partsIn(before, after).flatMap((part) =>
    partDifferences(before[part], after[part]).map((difference) => ({ part, ...difference })),
  )
}

/** Sections are compared by their id, so that moving one is not a change of all that follow. */
function partDifferences(before: SiteDocument[PartName], after: SiteDocument[PartName]): Difference[] {
  const [sectionsBefore, sectionsAfter] = [before, after].map((part) =>
    part && 'sections' in part ? part.sections : null,
  )
  if (!sectionsBefore || !sectionsAfter) return differences(before, after)
  return [
    ...differences({ ...before, sections: null }, { ...after, sections: null }),
    ...sectionDifferences(sectionsBefore, sectionsAfter),
  ]
}

function sectionDifferences(before: PlacedSection[], after: PlacedSection[]): Difference[] {
  const old = new Map(before.map((section) => [section.id, section]))
  const ids = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !ids.has(id))
  const order = (sections: PlacedSection[], others: { has(id: string): boolean }) =>
    sections
      .filter(({ id }) => others.has(id))
      .map(nameOfSection)
      .join(', ')
  const orders = [order(before, ids), order(after, old)] as const
  return [
    ...removed.map((section) => ({
      path: ['sections', nameOfSection(section)],
      before: titleOf(section),
      after: null,
    })),
    ...after.flatMap((section): Difference[] => {
      const path = ['sections', nameOfSection(section)]
      const same = old.get(section.id)
      if (!same) return [{ path, before: null, after: titleOf(section) }]
      return differences(same, section).map((difference) => ({ ...difference, path: [...path, ...difference.path] }))
    }),
    ...(orders[0] === orders[1] ? [] : [{ path: ['sections', 'order'], before: orders[0], after: orders[1] }]),
  ]
}

/** What a section begins with: its heading, or its first text. */
function titleOf(section: PlacedSection): string {
  const { id: _, kind: __, hidden: ___, ...fields } = { hidden: false, ...section }
  return words(plain(fields))?.slice(0, 200) ?? nameOfSection(section)
}

type Difference = Omit<DocumentChange, 'part'>

/** A value as one reads it in a list of changes; a list is its texts. */
function words(value: Json): string | null {
  if (value === null) return null
  if (typeof value !== 'object') return String(value)
  return Object.values(value).map(words).filter(Boolean).join(', ') || null
}

/** What differs between two values, each with the path that leads to it. */
export const differences = (before: unknown, after: unknown): Difference[] => compare(plain(before), plain(after))

function compare(before: Json, after: Json, path: (string | number)[] = []): Difference[] {
  if (sameJson(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [{ path, before: words(before), after: words(after) }]
    return before.flatMap((item, at) => compare(item, after[at] ?? null, [...path, at]))
  }
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => compare(before[name] ?? null, after[name] ?? null, [...path, name]))
  }
  return [{ path, before: words(before), after: words(after) }]
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
