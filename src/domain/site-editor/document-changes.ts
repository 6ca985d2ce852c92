import { type Json, sameJson } from '#domain/activity/activity.ts'
import { type PartName, partNames, type SiteDocument } from '#domain/site-editor/document.ts'

/** A text, colour or choice that differs between two versions; `path` leads to it within the part. */
export type DocumentChange = { part: PartName; path: (string | number)[]; before: string | null; after: string | null }

/** What differs between two whole documents, in the order of the parts. */
export function documentChanges(before: SiteDocument, after: SiteDocument): DocumentChange[] {
  return partNames.flatMap((part) =>
    differences(before[part], after[part]).map((difference) => ({ part, ...difference })),
  )
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
