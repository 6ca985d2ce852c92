import { micromark } from 'micromark'

/** HTML inside it is shown as text, and links lead only to safe places. Its headings stand below that of the page. */
export const descriptionHtml = (markdown: string): string =>
  micromark(markdown).replaceAll(/<(\/?)h([1-5])>/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`)

/** Marks where a block of the HTML ends or a list begins, in code points that are no characters. */
const blockMarks = { item: '\ufdd0', block: '\ufdd1', list: '\ufdd2' }
const markOf = (tag: string): string => {
  if (/^<\/li>/.test(tag)) return blockMarks.item
  if (/^<[ou]l\b/.test(tag)) return blockMarks.list
  if (/^<\/(?:p|h\d|blockquote|pre|[ou]l)>|^<hr\b/.test(tag)) return blockMarks.block
  return /^<br\b/.test(tag) ? ' ' : ''
}
const characterByEntity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What parts two blocks where the first ends without a sign: `Contains: ten tracks, a poster. Out in May`. */
function separatorBetween(between: string, at: number, text: string): string {
  if (at === 0 || at + between.length === text.length) return ''
  if (/[.,;:!?…]/.test(text[at - 1]!)) return ' '
  if (between.includes(blockMarks.list) && !between.includes(blockMarks.item)) return ': '
  return between.trimEnd().endsWith(blockMarks.item) ? ', ' : '. '
}

/** Without its signs, for lists, feeds and search engines; whole words, at most so many characters. */
export function plainDescription(markdown: string, max = 200): string {
  const text = descriptionHtml(markdown.replaceAll(/[\ufdd0-\ufdd2]/g, ''))
    .replaceAll(/<[^>]*>/g, markOf)
    .replaceAll(/\s*[\ufdd0-\ufdd2][\s\ufdd0-\ufdd2]*/g, separatorBetween)
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characterByEntity[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const space = cut.lastIndexOf(' ')
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[.,;:]+$/, '')}…`
}
