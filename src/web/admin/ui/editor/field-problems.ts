import { fieldProblemSentence } from '#domain/sites/site-file-problems.ts'
import { type FieldProblems, problemsOfFields } from '#web/ui/forms/use-form.ts'

/** Moves the focus to a field and the field to the middle of the screen, away from the sticky bar. */
export function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name) ?? form.querySelector(`[data-field="${name}"]`)
  const element = found instanceof RadioNodeList ? found[0] : found
  if (!(element instanceof HTMLElement)) return
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'center' })
}

type ParseResult =
  | { success: true }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }

/** The first problem of each field, as the schema of the domain found it. */
export function problemsOf<V>(parsed: ParseResult, names: readonly string[]): FieldProblems<V> {
  if (parsed.success) return {}
  const lastFirst = parsed.error.issues
    .map(
      ({ path, message }) =>
        [path.join('.'), withLocalDates(fieldProblemSentence(message), navigator.language)] as const,
    )
    .reverse()
  return problemsOfFields(Object.fromEntries(lastFirst), names)
}

/** A date in a sentence, written as the date fields of this browser show it: `05/31/2026` for `2026-05-31`. */
const withLocalDates = (sentence: string, locale: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    ),
  )
