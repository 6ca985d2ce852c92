export type MarkdownFormat = 'bold' | 'italic' | 'heading' | 'list' | 'numbers' | 'quote' | 'link'

type SelectedRange = { from: number; to: number }
/** Replaces the text between `from` and `to` by `text`, and selects another part afterwards. */
export type TextChange = SelectedRange & { text: string; select: SelectedRange }

const wrappingMarks = { bold: '**', italic: '*' }
const linePrefixes = { heading: '## ', list: '- ', quote: '> ' }
const address = 'https://'

/** What a button of the Markdown toolbar does with the selected text. Pressed again, it takes the format away. */
export function markdownFormatChange(text: string, { from, to }: SelectedRange, format: MarkdownFormat): TextChange {
  const chosen = text.slice(from, to)
  if (format === 'link') return linkChange(chosen, { from, to })
  if (format === 'bold' || format === 'italic') return wrapChange(text, { from, to }, wrappingMarks[format])
  return linesChange(text, { from, to }, format)
}

/** Puts a picture on a line of its own, after the line of the caret. */
export function markdownPictureChange(
  text: string,
  at: number,
  { address, alt }: { address: string; alt: string },
): TextChange {
  const end = text.indexOf('\n', at)
  const from = end === -1 ? text.length : end
  const before = text.slice(0, from)
  const start = before.trim() === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const inserted = `${start}![${alt}](${address})${text.slice(from).startsWith('\n\n') || from === text.length ? '' : '\n'}`
  return { from, to: from, text: inserted, select: { from: from + inserted.length, to: from + inserted.length } }
}

function linkChange(chosen: string, { from, to }: SelectedRange): TextChange {
  if (/^https?:\/\/\S+$/.test(chosen))
    return { from, to, text: `[](${chosen})`, select: { from: from + 1, to: from + 1 } }
  const start = from + chosen.length + 3
  return { from, to, text: `[${chosen}](${address})`, select: { from: start, to: start + address.length } }
}

function wrapChange(text: string, { from, to }: SelectedRange, sign: string): TextChange {
  const chosen = text.slice(from, to)
  const { length } = sign
  // `**` around a word must not be taken for the `*` of an italic one.
  const isWrapped =
    text.slice(from - length, from) === sign &&
    text.slice(to, to + length) === sign &&
    (length > 1 || text[from - 2] !== '*' || text[to + 1] !== '*')
  if (isWrapped)
    return { from: from - length, to: to + length, text: chosen, select: { from: from - length, to: to - length } }
  return { from, to, text: sign + chosen + sign, select: { from: from + length, to: to + length } }
}

function linesChange(
  text: string,
  { from, to }: SelectedRange,
  format: 'numbers' | keyof typeof linePrefixes,
): TextChange {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', to) === -1 ? text.length : text.indexOf('\n', to)
  const lines = text.slice(start, end).split('\n')
  const sign = (at: number) => (format === 'numbers' ? `${at + 1}. ` : linePrefixes[format])
  const isMarked = lines.every((line, at) => line.startsWith(sign(at)))
  const changed = lines.map((line, at) => (isMarked ? line.slice(sign(at).length) : sign(at) + line)).join('\n')
  return { from: start, to: end, text: changed, select: { from: start, to: start + changed.length } }
}
