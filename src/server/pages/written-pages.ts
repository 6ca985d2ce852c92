import { readdirSync, readFileSync } from 'node:fs'
import { micromark } from 'micromark'
import { OperatorError } from '#domain/operator-error.ts'
import type { WrittenText } from '#domain/site-editor/document.ts'

/** A part of a page, with the picture that stands alone on a line of it: `![The harbour at night](harbour.jpg)`. */
type Chapter = {
  heading: string | null
  year: string | null
  html: string
  image: string | null
  /** What the picture shows, where the text says it; otherwise the words that the picture has itself. */
  alt: string | null
}

/** A page of text from the site's own folder, ready to show. A page with pictures is in chapters, one for each heading. */
export type WrittenPage = WrittenText & { html: string; chapters: Chapter[] }
export type WrittenPages = ReadonlyMap<string, WrittenPage>

/** Reads every Markdown file of a folder once. HTML inside it is shown as text, and links lead only to safe places. */
export function readWrittenPages(folder: string): WrittenPages {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  return new Map(files.map((file) => [file.slice(0, -3), readPage(`${folder}/${file}`)]))
}

function readPage(path: string): WrittenPage {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(path, 'utf8')) ?? []
  const texts = new Map(
    head.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
  const [title, description] = [texts.get('title'), texts.get('description')]
  if (!title || !description)
    throw new OperatorError(`${path} must begin with a title and a description between two lines of ---.`)
  return renderWrittenPage({ title, description, markdown: body.trim() })
}

/** A page that is written as Markdown, ready to show. */
export function renderWrittenPage({ title, description, markdown }: WrittenText): WrittenPage {
  const chapters = `${markdown}\n`.split(/^(?=## )/m).map(readChapter)
  const isIllustrated = chapters.some(({ image }) => image)
  return isIllustrated
    ? { title, description, markdown, html: '', chapters }
    : { title, description, markdown, html: micromark(`${markdown}\n`), chapters: [] }
}

/** Shows HTML inside it as text. */
export const renderMarkdown = (markdown: string): string => micromark(markdown)

const headingLine = /^## (.+?)(?:, (\d{4}))?\s*$/m
const pictureLine = /^!\[([^\]\n]*)\]\(([^)\s]+)\)\s*$/m

function readChapter(text: string): Chapter {
  const [, heading = null, year = null] = headingLine.exec(text) ?? []
  const [, alt = '', image = null] = pictureLine.exec(text) ?? []
  return {
    heading,
    year,
    image,
    alt: alt || null,
    html: micromark(text.replace(headingLine, '').replace(pictureLine, '').trim()),
  }
}
