import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { DevUiPage } from '#web/dev/dev-ui-page.tsx'
import { ToastProvider } from '#web/ui/feedback/toasts.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const page = renderToStaticMarkup(
  <WebsiteProvider site={publicSite(siteWithDefaults(minimalSite()))}>
    <ToastProvider>
      <DevUiPage />
    </ToastProvider>
  </WebsiteProvider>,
)
const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, found]) => found!)

test('renders the component page on the server with a link to every section', () => {
  const links = all(/<a href="#([\w-]+)" class="flex/g)
  expect(links.length).toBeGreaterThan(8)
  expect(links).toEqual(all(/<section id="([\w-]+)"/g))
})

test('the component page has unique ids and example names', () => {
  const ids = all(/ id="([^"]+)"/g)
  expect(ids).toEqual([...new Set(ids)])
  const names = all(/<figcaption[^>]*>([^<]+)/g)
  expect(names).toEqual([...new Set(names)])
})
