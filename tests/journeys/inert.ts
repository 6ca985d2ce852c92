import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Elements that a payload would create and that we never use. */
function foreignIn(read: Document): string[] {
  const elements = [...read.querySelectorAll('*')]
  const handlers = elements.filter(({ attributes }) => [...attributes].some(({ name }) => /^on/i.test(name)))
  const links = elements.filter((each) =>
    ['href', 'src', 'action', 'formaction'].some((name) =>
      /^[\s\0-\x20]*(javascript|vbscript):/i.test(each.getAttribute(name) ?? ''),
    ),
  )
  const odd = read.querySelectorAll('img[src="x"], svg[onload], math, marquee, embed, object, iframe[srcdoc], base')
  return [...handlers, ...links, ...odd].map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** As it stands in the browser. */
export const foreignOn = (page: Page): Promise<string[]> => page.evaluate(`(${foreignIn})(document)`)

/** `shown` is text that a visitor must find, `structured` text in structured data. */
export type PageExpectation = { path: string; shown?: string[]; structured?: string[] }
type PageVerdict = { path: string; status: number; foreign: string[]; missing: string[] }

/** Runs in the browser: asks for each page and reads it without letting any of it act. */
async function readAll(wanted: PageExpectation[], judge: (read: Document) => string[]): Promise<PageVerdict[]> {
  const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const hashOf = async (text: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    return btoa(String.fromCharCode(...new Uint8Array(digest)))
  }

  /** Scripts and styles that the policy of the page does not allow. */
  async function strangers(read: Document, policy: string): Promise<string[]> {
    const found: string[] = []
    for (const each of read.querySelectorAll('script, style')) {
      if (/^\/assets\//.test(each.getAttribute('src') ?? '') || each.getAttribute('type') === 'application/ld+json')
        continue
      const nonce = each.getAttribute('nonce')
      if (nonce && policy.includes(`'nonce-${nonce}'`)) continue
      if (!policy.includes(`'sha256-${await hashOf(each.textContent)}'`)) found.push(each.outerHTML.slice(0, 200))
    }
    return found
  }

  function dataOf(read: Document): string {
    const texts: string[] = []
    for (const { textContent } of read.querySelectorAll('script[type="application/ld+json"]'))
      JSON.parse(textContent, (_, value) => (typeof value === 'string' ? texts.push(value) : value))
    return inOneLine(texts.join(' '))
  }

  function wordsOf(read: Document): string {
    for (const each of read.querySelectorAll('script, style')) each.remove()
    const attributes = [...read.querySelectorAll('*')].flatMap((each) => [...each.attributes].map(({ value }) => value))
    return inOneLine([read.body.textContent, ...attributes].join(' '))
  }

  async function judged({ path, shown = [], structured = [] }: PageExpectation): Promise<PageVerdict> {
    const answer = await fetch(path)
    const read = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const unknown = await strangers(read, answer.headers.get('content-security-policy') ?? '')
    const foreign = [...judge(read), ...unknown]
    const data = dataOf(read)
    const words = wordsOf(read)
    const missing = [
      ...shown.filter((text) => !words.includes(inOneLine(text))),
      ...structured.filter((text) => !data.includes(inOneLine(text))),
    ]
    return { path, status: answer.status, foreign, missing }
  }

  const all: PageVerdict[] = []
  const waiting = [...wanted]
  const reader = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) all.push(await judged(next))
  }
  await Promise.all(Array.from({ length: 4 }, reader))
  return all
}

/** Many pages of one kind, fetched from a page of the same site: their text is there, and is nothing but text. */
export async function expectInert(page: Page, wanted: PageExpectation[]): Promise<void> {
  const all: PageVerdict[] = await page.evaluate(`(${readAll})(${JSON.stringify(wanted)}, ${foreignIn})`)
  expect(all).toHaveLength(wanted.length)
  expect(all.filter(({ status, foreign, missing }) => status !== 200 || foreign.length || missing.length)).toEqual([])
}
