/** A date in a sentence, written as the date fields of this browser show it: `05/31/2026` for `2026-05-31`. */
export const withLocalDates = (sentence: string, locale: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    ),
  )

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The values after a save: each field as the server stored it, except fields that were edited during the save. */
export function afterSave<V extends object>(now: V, { sent, saved }: { sent: V; saved: V }): V {
  const names = Object.keys(saved) as (keyof V)[]
  const later = names.filter((name) => !same(now[name], sent[name])).map((name) => [name, now[name]])
  return { ...saved, ...Object.fromEntries(later) }
}

type EditorState = {
  values: object
  stored: object
  /** The administrator's own values that a newer version has replaced, until they decide about them. */
  mine: object
  /** A sentence for each field with a running upload. */
  uploads: object
}

/** Whether leaving the form would lose something. */
export const isUnsaved = ({ values, stored, mine, uploads }: EditorState): boolean =>
  !same(values, stored) || Object.keys(mine).length > 0 || Object.keys(uploads).length > 0
