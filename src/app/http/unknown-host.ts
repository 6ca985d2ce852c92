import { createHash } from 'node:crypto'
import { errorBody } from '#api/errors.ts'
import { barePage, barePageStyle } from '#app/http/pages/bare-page.ts'
import { answerTexts } from '#domain/texts/our-words.ts'

const styleHash = createHash('sha256').update(barePageStyle).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`

/** 421 for a host name that no site has: a page for browsers, JSON for programs. */
export function unknownHost(accept: string | undefined, { staging = false } = {}): Response {
  const headers = { 'cache-control': 'no-store', vary: 'Accept' }
  if (!/\btext\/html\b/.test(accept ?? '')) return Response.json(errorBody('unknown-host'), { status: 421, headers })
  const page = barePage({ title: answerTexts.unknownHostTitle, text: answerTexts.unknownHost, staging })
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(page, { status: 421, headers: { ...headers, ...type } })
}
