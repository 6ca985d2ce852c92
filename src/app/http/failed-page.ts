import { stagingTexts } from '#domain/texts/our-frame-words.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'

/** For when React could make none. It knows nothing of the site and needs nothing else. */
export function failedPage(nonce: string, { staging = false } = {}): Response {
  const { title, unexpected } = errorPanelTexts
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style nonce="${nonce}">
      body { background: light-dark(#f8fafc, #111827); color: light-dark(#111827, #f8fafc); font: 1.125rem/1.5 system-ui, sans-serif; margin: 20vh auto; padding: 0 1rem; max-width: 30rem }
      h1 { font-size: 2.5rem; line-height: 1.1; text-transform: uppercase }
      a { background: #b91c1c; color: #fff; display: inline-block; font-weight: 600; padding: 0.75rem 1.25rem; text-decoration: none }
    </style>
  </head>
  <body>${staging ? `\n    <aside><strong>${stagingTexts.banner}</strong></aside>` : ''}
    <main>
      <h1>${title}</h1>
      <p>${unexpected}</p>
      <p><a href="">${uiTexts.reload}</a></p>
    </main>
  </body>
</html>
`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(page, { status: 500, headers })
}
