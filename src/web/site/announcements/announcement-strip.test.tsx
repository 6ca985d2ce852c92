import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BannerAnnouncement } from '#domain/announcements/announcement.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { publicSite } from '#domain/sites/public-site.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { AnnouncementStrip } from '#web/site/announcements/announcement-strip.tsx'
import { WebsiteProvider } from '#web/ui/website.tsx'

const lisbon: BannerAnnouncement = {
  id: '019a0000-0000-7000-8000-000000000001',
  title: 'Lisbon',
  message: 'A second night.',
  linkUrl: '/tour?q=lisbon#dates',
  linkText: 'Learn More',
  style: 'info',
  isDismissible: true,
}
const porto = { ...lisbon, id: '019a0000-0000-7000-8000-000000000002', title: 'Porto' }

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

const strip = (announcements: BannerAnnouncement[], site = minimalSite({})) => (
  <WebsiteProvider site={publicSite(siteWithDefaults(site))}>
    <AnnouncementStrip announcements={announcements} onDismiss={() => {}} />
  </WebsiteProvider>
)

const markup = (...args: Parameters<typeof strip>) =>
  renderToStaticMarkup(
    // The router is only needed by the links.
    <RouterContextProvider router={router as never}>{strip(...args)}</RouterContextProvider>,
  )

test('renders nothing without announcements', () => {
  expect(markup([])).toBe('')
})

test('renders every announcement and shows the first', () => {
  const page = markup([lisbon, porto])
  expect(page).toContain('Lisbon')
  expect(page).toContain('Porto')
  expect(page.match(/data-announcement="([^"]+)" data-shown="true"/)?.[1]).toBe(lisbon.id)
  expect(page.match(/data-shown="/g)).toHaveLength(1)
})

test('keeps query and hash of an internal link', () => {
  expect(markup([lisbon])).toContain('href="/tour?q=lisbon#dates"')
})

test('renders a plain link to a calendar file', () => {
  const page = renderToStaticMarkup(strip([{ ...lisbon, linkUrl: '/tour.ics' }]))
  expect(page).toMatch(/<a href="\/tour.ics" class/)
})

test('renders a plain link to another website', () => {
  const page = renderToStaticMarkup(strip([{ ...lisbon, linkUrl: 'https://tickets.example/' }]))
  expect(page).toMatch(/<a href="https:\/\/tickets.example\/" rel="noopener ugc"/)
})

test('renders no link without a URL', () => {
  const page = markup([{ ...lisbon, linkUrl: null }])
  expect(page).not.toContain('<a ')
  expect(page).not.toContain('Learn More')
})

test('offers pause, or previous and next under reduced motion', () => {
  expect(markup([lisbon])).not.toMatch(/Pause|Next/)
  expect(markup([lisbon, porto])).toMatch(/Pause announcements/)
  const still = markup([lisbon, porto], minimalSite({ animation: { reducedMotion: true } }))
  expect(still).not.toContain('Pause')
  expect(still).toMatch(/Previous announcement.*Next announcement/)
})

test('offers no dismissal of an announcement that is not dismissible', () => {
  expect(markup([lisbon])).toContain('Dismiss announcement')
  const page = markup([{ ...lisbon, isDismissible: false }])
  expect(page).not.toContain('Dismiss announcement')
  expect(page).toContain('data-announcement=""')
})

test('announces urgency to screen readers', () => {
  expect(markup([lisbon])).not.toContain('Urgent')
  expect(markup([{ ...lisbon, style: 'urgent' }])).toContain('Urgent: ')
})

test('escapes HTML and isolates bidi controls', () => {
  const page = markup([{ ...lisbon, title: '</script><img src=x onerror=alert(1)>', message: '\u202Eevil' }])
  expect(page).not.toContain('<img')
  expect(page).toContain('<bdi>\u202Eevil</bdi>')
})
