import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { missingProviderTexts } from '#domain/texts/ui.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { useWebsite, WebsiteProvider } from '#web/ui/website.tsx'

const Name = () => useWebsite().name

test('useWebsite returns the current site', () => {
  const site = publicSite(siteWithDefaults(minimalSite({ name: 'Night Ferry' })))
  const page = renderToStaticMarkup(
    <WebsiteProvider site={site}>
      <Name />
    </WebsiteProvider>,
  )
  expect(page).toBe('Night Ferry')
})

test('useWebsite throws outside of its provider', () => {
  expect(() => renderToStaticMarkup(<Name />)).toThrow(missingProviderTexts.useWebsite)
})
