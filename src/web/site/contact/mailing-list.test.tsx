import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { MailingListWidget } from '#web/site/contact/mailing-list.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const list = {
  enabled: true,
  listName: 'letters',
  productionDomain: 'lists.example',
  title: 'Letters',
  description: 'Monthly.',
}

function markup(mailingList: Partial<typeof list>, props = {}) {
  return renderToStaticMarkup(
    <WebsiteProvider site={publicSite(siteWithDefaults(minimalSite({ features: { mailingList } })))}>
      <MailingListWidget {...props} />
    </WebsiteProvider>,
  )
}

test('renders no mailing-list widget when the site has no list', () => {
  expect(markup({ ...list, enabled: false })).toBe('')
})

test('describes the list and asks before it opens the mail program', () => {
  const page = markup(list, { className: 'mt-8' })
  expect(page).toMatch(/^<div class="mt-8">/)
  expect(page).toMatch(/<h2[^>]*>Letters<\/h2>/)
  expect(page).toContain('Monthly.')
  expect(page).toMatch(/<button[^>]*>Subscribe to Updates<\/button>/)
  expect(page).not.toContain('Continue to Subscribe')
})

test('links directly to the subscription mail without scripts', () => {
  expect(markup(list)).toMatch(/<noscript><a href="mailto:letters@lists.example\?subject=subscribe"/)
})

test('renders a direct link in the compact variant', () => {
  const page = markup(list, { variant: 'compact' })
  expect(page).toMatch(/<a href="mailto:letters@lists.example\?subject=subscribe"[^>]*>Subscribe<\/a>/)
  expect(page).not.toMatch(/<button|<h2|Monthly/)
})
