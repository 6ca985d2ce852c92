import { micromark } from 'micromark'

/** HTML inside it is shown as text, and links lead only to safe places. Its headings stand below that of the page. */
export const descriptionHtml = (markdown: string): string =>
  micromark(markdown).replaceAll(/<(\/?)h([1-5])>/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}>`)

/** What is left when the signs are gone, for lists and search engines; whole words, at most so many characters. */
export function plainDescription(markdown: string, max = 200): string {
  const text = descriptionHtml(markdown)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name]!)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)])/g, '')
    .trim()
  if (text.length <= max) return text
  const cut = text.slice(0, max)
  const space = cut.lastIndexOf(' ')
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[.,;:]+$/, '')}…`
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
