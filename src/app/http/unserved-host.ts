import { createHash } from 'node:crypto'
import { errorBody } from '#api/errors.ts'
import { barePage, barePageStyle } from '#app/http/pages/bare-page.ts'
import { refusalTexts } from '#domain/texts/own-words.ts'

const styleHash = createHash('sha256').update(barePageStyle).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`

type UnservedHostAnswer = {
  reason: 'unknown-host' | 'site-closed'
  status: number
  title: string
  text: string
  more?: object
}
type Options = { staging?: boolean }

/** A page for browsers, JSON for programs. */
function createResponse(
  accept: string | undefined,
  { staging = false }: Options,
  answer: UnservedHostAnswer,
): Response {
  const { reason, status, title, text, more } = answer
  const headers = { 'cache-control': 'no-store', vary: 'Accept', ...more }
  if (!/\btext\/html\b/.test(accept ?? '')) return Response.json(errorBody(reason), { status, headers })
  const page = barePage({ title, text, staging })
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(page, { status, headers: { ...headers, ...type } })
}

/** 421 for a host name that no site has. */
export const unknownHostResponse = (accept: string | undefined, options: Options = {}): Response =>
  createResponse(accept, options, {
    reason: 'unknown-host',
    status: 421,
    title: refusalTexts.unknownHostTitle,
    text: refusalTexts.unknownHost,
  })

/** 503 for a suspended or deleted site, so that search engines keep its pages and come back. */
export const closedSiteResponse = (accept: string | undefined, options: Options = {}): Response =>
  createResponse(accept, options, {
    reason: 'site-closed',
    status: 503,
    title: refusalTexts.siteClosedTitle,
    text: refusalTexts.siteClosed,
    more: { 'retry-after': '3600' },
  })
