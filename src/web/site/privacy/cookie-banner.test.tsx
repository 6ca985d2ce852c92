import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useConsent } from '#web/site/privacy/consent.ts'
import { CookieBanner } from '#web/site/privacy/cookie-banner.tsx'

test('the server, which cannot know the decision, asks nothing', () => {
  expect(renderToStaticMarkup(<CookieBanner />)).toBe('')
})

const Asking = () => JSON.stringify(useConsent())

test('and allows nothing', () => {
  const answer = renderToStaticMarkup(<Asking />).replaceAll('&quot;', '"')
  expect(JSON.parse(answer)).toEqual({ isAsked: false, functional: false })
})
