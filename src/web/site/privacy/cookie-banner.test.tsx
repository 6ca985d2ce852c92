import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useConsent } from '#web/site/privacy/consent.ts'
import { CookieBanner } from '#web/site/privacy/cookie-banner.tsx'

test('renders no cookie banner on the server', () => {
  expect(renderToStaticMarkup(<CookieBanner />)).toBe('')
})

const Asking = () => JSON.stringify(useConsent())

test('gives no consent during server rendering', () => {
  const answer = renderToStaticMarkup(<Asking />).replaceAll('&quot;', '"')
  expect(JSON.parse(answer)).toEqual({ needsChoice: false, functional: false })
})
