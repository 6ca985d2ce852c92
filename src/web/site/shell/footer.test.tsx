import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { Footer } from '#web/site/shell/footer.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

async function markup(isBrief: boolean) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), context: {} })
  await router.load()
  const mailingList = { enabled: true, listName: 'letters', showInFooter: true }
  return renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <WebsiteProvider site={publicSite(siteWithDefaults(minimalSite({ features: { mailingList } })))}>
        <Footer isBrief={isBrief} />
      </WebsiteProvider>
    </RouterContextProvider>,
  )
}

test('offers the mailing list in its compact variant', async () => {
  const page = await markup(false)
  expect(page).toMatch(/<a href="mailto:letters@site.example\?subject=subscribe"[^>]*>Subscribe<\/a>/)
  expect(page).not.toContain('Subscribe to Updates')
  expect(page).toContain('aria-label="Explore"')
})

test('renders only the footer links in its brief variant', async () => {
  const page = await markup(true)
  expect(page).not.toMatch(/mailto|Explore|footer-name/)
  for (const path of ['/contact', '/privacy', '/terms']) expect(page).toContain(`href="${path}"`)
})
