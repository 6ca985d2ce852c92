import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useConsent } from '#web/site/privacy/consent.ts'
import { CookieBanner } from '#web/site/privacy/cookie-banner.tsx'

test('renders nothing on the server', () => {
  expect(renderToStaticMarkup(<CookieBanner />)).toBe('')
})

const Asking = () => JSON.stringify(useConsent())

test('allows nothing on the server', () => {
  const answer = renderToStaticMarkup(<Asking />).replaceAll('&quot;', '"')
  expect(JSON.parse(answer)).toEqual({ needsChoice: false, functional: false })
})
