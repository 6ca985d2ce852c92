import { barePage } from '#app/http/pages/bare-page.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'

/** For when React could make none. It knows nothing of the site and needs nothing else. */
export function createFailedPageResponse(nonce: string, { staging = false } = {}): Response {
  const page = barePage({
    title: errorPanelTexts.title,
    text: errorPanelTexts.unexpected,
    after: `\n      <p><a href="">${uiTexts.reload}</a></p>`,
    nonce,
    staging,
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(page, { status: 500, headers })
}
