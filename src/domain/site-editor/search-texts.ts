import { isOwnPagePart, type PartName, partNamesIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { placedFields } from '#domain/site-editor/placed-fields.ts'
import { type TextPart, textParts } from '#domain/site-editor/text-fields.ts'
import type { FieldKind } from '#domain/sites/fields.ts'
import { plainLetters } from '#domain/slug.ts'

export type FoundText = {
  part: PartName
  /** The field of the form. */
  field: string
  label: string
  /** The words around what was found. */
  before: string
  match: string
  after: string
}

const excerptMargin = 60
const maxResults = 100

/** Finds words in all texts of the pages, whatever their accents and capitals. */
export function searchTexts(document: SiteDocument, searchTerm: string): FoundText[] {
  const wanted = plainLetters(searchTerm.trim().replaceAll(/\s+/g, ' '))
  if (!wanted) return []
  const found = partNamesIn(document)
    .filter(hasTexts)
    .flatMap((part) =>
      placedFields(part, document[part]).flatMap(({ path, field, value }): FoundText[] => {
        const excerpt = excerptOf(wordsOf(field.kind, value), wanted)
        return excerpt ? [{ part, field: `${part}.${path}`, label: field.label, ...excerpt }] : []
      }),
    )
  return found.slice(0, maxResults)
}

const hasTexts = (part: PartName): boolean =>
  isOwnPagePart(part) || part.startsWith('sections-') || textParts.includes(part as TextPart)

function wordsOf(kind: FieldKind, value: unknown): string {
  if (!value) return ''
  if (kind === 'link') return (value as { label: string }).label
  return ['line', 'text', 'markdown'].includes(kind) ? (value as string) : ''
}

function excerptOf(text: string, wanted: string): Pick<FoundText, 'before' | 'match' | 'after'> | null {
  const line = text.replaceAll(/\s+/g, ' ')
  const at = findPlainLetters(line, wanted)
  if (!at) return null
  const [from, to] = at
  const before = line.slice(0, from)
  const after = line.slice(to)
  return {
    before: before.length > excerptMargin ? `…${before.slice(-excerptMargin).replace(/^\S*\s/, '')}` : before,
    match: line.slice(from, to),
    after: after.length > excerptMargin ? `${after.slice(0, excerptMargin).replace(/\s\S*$/, '')}…` : after,
  }
}

/** Where the words stand in the text itself: plain letters may be more or fewer than those that they stand for. */
function findPlainLetters(text: string, wanted: string): [from: number, to: number] | null {
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
