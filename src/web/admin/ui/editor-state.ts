export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** After a save: what the server made of each field, but the words that were written while it was under way stay. */
export function afterSave<V extends object>(now: V, { sent, saved }: { sent: V; saved: V }): V {
  const names = Object.keys(saved) as (keyof V)[]
  const later = names.filter((name) => !same(now[name], sent[name])).map((name) => [name, now[name]])
  return { ...saved, ...Object.fromEntries(later) }
}

type Held = {
  values: object
  kept: object
  /** Words of one's own that the newer version has pushed aside and that are not decided upon. */
  mine: object
  /** What is said of each file that is on its way. */
  uploads: object
}

/** Whether something would be lost by leaving. */
export const isUnsaved = ({ values, kept, mine, uploads }: Held): boolean =>
  !same(values, kept) || Object.keys(mine).length > 0 || Object.keys(uploads).length > 0
