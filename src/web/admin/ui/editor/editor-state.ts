import { jsonDifferences } from '#domain/site-editor/document-changes.ts'

/** Where in the value of a field something is; empty for the value as a whole. */
export type ValuePath = readonly (string | number)[]
/** A value of the administrator that differs from the newer version. */
export type OwnValue<V extends object> = { name: keyof V & string; path: ValuePath; value: unknown }

type Conflict<V> = { names: readonly (keyof V & string)[]; stored: V; mine: V; newest: V; areSingle: boolean }

/**
 * What an administrator has changed and the newer version has otherwise: whole fields or, where `areSingle`, the single
 * values in them that differ.
 */
export function conflictingOwnValues<V extends object>({
  names,
  stored,
  mine,
  newest,
  areSingle,
}: Conflict<V>): OwnValue<V>[] {
  return names
    .filter((name) => !isSameJson(mine[name], stored[name]) && !isSameJson(mine[name], newest[name]))
    .flatMap((name) => {
      const whole = { stored: stored[name], mine: mine[name], newest: newest[name] }
      return (areSingle ? ownPaths(whole) : [[]]).map((path) => ({ name, path, value: valueAtPath(mine[name], path) }))
    })
}

type Versions = { stored: unknown; mine: unknown; newest: unknown }

function ownPaths({ stored, mine, newest }: Versions): ValuePath[] {
  const changed = jsonDifferences(stored, mine).map(({ path }) => path)
  // A value that was made from nothing is compared with the newer one instead.
  const paths = changed.some((path) => path.length === 0)
    ? jsonDifferences(newest, mine).map(({ path }) => path)
    : changed
  const reachable = paths.map((path) => path.slice(0, depthOf(path, { stored, newest })))
  return reachable
    .filter((path, at) => reachable.findIndex((other) => isSameJson(other, path)) === at)
    .filter((path) => !isSameJson(valueAtPath(mine, path), valueAtPath(newest, path)))
}

/** How far a path leads to the same place in both: the entries of a list that became longer or shorter have moved. */
function depthOf(path: ValuePath, { stored, newest }: Pick<Versions, 'stored' | 'newest'>): number {
  const ends = path.findIndex((_, depth) => {
    const [before, after] = [stored, newest].map((each) => valueAtPath(each, path.slice(0, depth)))
    if (Array.isArray(before) && Array.isArray(after)) return before.length !== after.length
    return typeof after !== 'object' || after === null
  })
  return ends === -1 ? path.length : ends
}

export const valueAtPath = (value: unknown, path: ValuePath): unknown =>
  path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | null | undefined)?.[step], value)

/** The value with another one at this place. */
export function withValueAtPath(value: unknown, [step, ...rest]: ValuePath, inner: unknown): unknown {
  if (step === undefined) return inner
  if (Array.isArray(value)) return value.with(Number(step), withValueAtPath(value[Number(step)], rest, inner))
  return { ...(value as object), [step]: withValueAtPath((value as Record<string, unknown>)[step], rest, inner) }
}

export const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The values after a save: each field as the server stored it, except fields that were edited during the save. */
export function valuesAfterSave<V extends object>(now: V, { sent, saved }: { sent: V; saved: V }): V {
  const names = Object.keys(saved) as (keyof V)[]
  const later = names.filter((name) => !isSameJson(now[name], sent[name])).map((name) => [name, now[name]])
  return { ...saved, ...Object.fromEntries(later) }
}

type UnsavedState = {
  values: object
  stored: object
  /** The administrator's own values that a newer version has replaced, until they decide about them. */
  mine: readonly unknown[]
  /** A sentence for each field with a running upload. */
  uploads: object
}

/** Whether leaving the form would lose something. */
export const hasUnsavedChanges = ({ values, stored, mine, uploads }: UnsavedState): boolean =>
  !isSameJson(values, stored) || mine.length > 0 || Object.keys(uploads).length > 0
