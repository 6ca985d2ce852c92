import { readdirSync, readFileSync } from 'node:fs'
import { micromark } from 'micromark'
import { Explained } from '#domain/explained.ts'

/** A page of text from the site's own folder, ready to show. */
export type WrittenPage = { title: string; description: string; html: string }
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
    throw new Explained(`${path} must begin with a title and a description between two lines of ---.`)
  return { title, description, html: micromark(body) }
}
