import type { SiteDocument } from '#domain/site-editor/document.ts'
import { valueAt } from '#domain/site-editor/document-pictures.ts'
import { type FieldKind, fieldName, fieldsOf, type TextPart, textParts } from '#domain/site-editor/text-fields.ts'
import { plainLetters } from '#domain/slug.ts'

export type FoundText = {
  part: TextPart
  /** The field of the form. */
  field: string
  label: string
  /** The words around what was found. */
  before: string
  match: string
  after: string
}

const around = 60
const most = 100

/** Finds words in all texts of the pages, whatever their accents and capitals. */
export function searchTexts(document: SiteDocument, typed: string): FoundText[] {
  const wanted = plainLetters(typed.trim().replaceAll(/\s+/g, ' '))
  if (!wanted) return []
  const found = textParts.flatMap((part) =>
    fieldsOf(part).flatMap((field): FoundText[] => {
      const excerpt = excerptOf(wordsOf(field.kind, valueAt(document[part], field.path)), wanted)
      return excerpt ? [{ part, field: fieldName(part, field), label: field.label, ...excerpt }] : []
    }),
  )
  return found.slice(0, most)
}

function wordsOf(kind: FieldKind, value: unknown): string {
  if (kind === 'picture' || kind === 'icon' || kind === 'themed' || !value) return ''
  if (kind === 'link') return (value as { label: string }).label
  if (kind === 'entries')
    return (value as { title: string; text: string }[]).map(({ title, text }) => `${title}: ${text}`).join(' ')
  return value as string
}

function excerptOf(text: string, wanted: string): Pick<FoundText, 'before' | 'match' | 'after'> | null {
  const line = text.replaceAll(/\s+/g, ' ')
  const at = findPlain(line, wanted)
  if (!at) return null
  const [from, to] = at
  const before = line.slice(0, from)
  const after = line.slice(to)
  return {
    before: before.length > around ? `…${before.slice(-around).replace(/^\S*\s/, '')}` : before,
    match: line.slice(from, to),
    after: after.length > around ? `${after.slice(0, around).replace(/\s\S*$/, '')}…` : after,
  }
}

/** Where the words stand in the text itself: plain letters may be more or fewer than those that they stand for. */
function findPlain(text: string, wanted: string): [from: number, to: number] | null {
  const letters = [...text]
  const plain = letters.map(plainLetters)
  const start = plain.join('').indexOf(wanted)
  if (start < 0) return null
  const offsets: number[] = []
  let length = 0
  for (const each of plain) {
    offsets.push(length)
    length += each.length
  }
  const first = offsets.findLastIndex((offset) => offset <= start)
  const last = offsets.findLastIndex((offset) => offset < start + wanted.length)
  return [letters.slice(0, first).join('').length, letters.slice(0, last + 1).join('').length]
}
