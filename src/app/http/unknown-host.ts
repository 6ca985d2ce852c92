import { createHash } from 'node:crypto'
import { errorBody } from '#api/errors.ts'
import { answerTexts } from '#domain/texts/our-words.ts'

const style = `body { background: light-dark(#f8fafc, #111827); color: light-dark(#111827, #f8fafc); font: 1.125rem/1.5 system-ui, sans-serif; margin: 20vh auto; padding: 0 1rem; max-width: 30rem }
h1 { font-size: 2.5rem; line-height: 1.1; text-transform: uppercase }`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** It knows nothing of any site: none has this host name. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${answerTexts.unknownHostTitle}</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${answerTexts.unknownHostTitle}</h1>
      <p>${answerTexts.unknownHost}</p>
    </main>
  </body>
</html>
`

/** 421 for a host name that no site has: a page for browsers, JSON for programs. */
export function unknownHost(accept: string | undefined): Response {
  const headers = { 'cache-control': 'no-store', vary: 'Accept' }
  if (!/\btext\/html\b/.test(accept ?? '')) return Response.json(errorBody('unknown-host'), { status: 421, headers })
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(page, { status: 421, headers: { ...headers, ...type } })
}
