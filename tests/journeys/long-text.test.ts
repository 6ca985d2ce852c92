import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { themeWithDefaults } from '#domain/sites/theme.ts'
import { renderMailHtml } from '#server/mail/layout.ts'
import { checkAccessibility } from '#tests/browser/accessibility.ts'
import { horizontalOverflowPx, viewports, visit } from '#tests/browser/harness.ts'
import { openBrowser } from '#tests/browser/visit.ts'
import { waitForVisualStability } from '#tests/browser/visual-stability.ts'
import { orderMail } from '#tests/fixtures/order-mail.ts'
import { foreignOn } from '#tests/journeys/inert.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longUnbrokenText } from '#tests/journeys/payloads.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const owner = await ownersApi(app)

type CreatedRow = { id: string; slug: string }

/** As much as each field takes, hostile, and with nowhere to break a line. */
async function ownerWrites() {
  const filled = <F extends string>(fields: Record<F, number>) =>
    Object.fromEntries(Object.entries<number>(fields).map(([name, max]) => [name, longUnbrokenText(max)])) as Record<
      F,
      string
    >
  const show = await owner<CreatedRow>('POST', '/api/admin/shows', {
    date: '2031-03-01',
    time: '20:00',
    zone: 'Europe/Berlin',
    country: 'DE',
    status: 'upcoming',
    ...filled({ venue: 200, city: 120, address: 300, postCode: 20, countyRegion: 120, eventType: 80 }),
    ...filled({ priceNotes: 500, venueNotes: 2_000, additionalInfo: 5_000 }),
    supportActs: [longUnbrokenText(80)],
    tags: [longUnbrokenText(80)],
  })
  const news = await owner<CreatedRow>('POST', '/api/admin/announcements', {
    ...filled({ title: 120, message: 500, linkText: 60 }),
    linkUrl: 'https://news.example/',
    priority: 900,
  })
  const film = await owner<CreatedRow>('POST', '/api/admin/media', {
    ...filled({ title: 200, description: 2_000 }),
    kind: 'video',
    source: 'https://vimeo.com/76979871',
    isPublished: true,
  })
  const category = await owner<CreatedRow>('POST', '/api/admin/categories', filled({ name: 80 }))
  const record = await owner<CreatedRow>('POST', '/api/admin/products', {
    ...filled({ name: 160, description: 10_000 }),
    price: 900,
    status: 'published',
    categoryId: category.id,
    optionNames: [longUnbrokenText(40)],
    variants: [{ options: [longUnbrokenText(60)], stockQuantity: 9 }],
  })
  type Listed = { images: { id: string; sequence: number }[] }
  const [image] = (await owner<Listed>('GET', '/api/admin/gallery?size=1')).images
  const words = { ...filled({ caption: 300, alt: 300 }), takenOn: null, isPublished: true, sequence: image!.sequence }
  await owner('PUT', `/api/admin/gallery/${image!.id}`, words)
  return { show, news, film, record, image: image! }
}

async function staysWithin(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await openHydratedPage(page, path)
    // What is shown before there is anything to show fits on every screen.
    await page.locator('main h1').first().waitFor()
    await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    await waitForVisualStability(page)
    for (const width of ['phone', 'desktop'] as const) {
      await page.setViewportSize(viewports[width])
      const message = `${path} scrolls sideways on a ${width}`
      await expect.poll(() => horizontalOverflowPx(page), { message }).toBeLessThanOrEqual(0)
    }
    expect(await foreignOn(page), path).toEqual([])
  }
}

test('10,000 characters without a space cause no horizontal scrolling on any page', async () => {
  const { show, news, film, record, image } = await ownerWrites()
  const fan = await visit(app)
  await staysWithin(fan, ['/', '/tour', `/tour/${show.slug}`, '/gallery', '/media', '/shop', `/shop/${record.slug}`])
  await openHydratedPage(fan, `/shop/${record.slug}`)
  expect((await fan.locator('main .written').textContent())!.length).toBeGreaterThan(5_000)
  expect((await fan.locator('meta[name="description"]').getAttribute('content'))!.length).toBeLessThan(300)

  const keeper = await visit(app, { path: '/admin/dashboard', browser })
  await staysWithin(keeper, [
    ...['/admin/tour?size=100', `/admin/tour/${show.id}`, '/admin/announcements', `/admin/announcements/${news.id}`],
    ...['/admin/media', `/admin/media/${film.id}`, '/admin/gallery', `/admin/gallery/${image.id}`],
    ...['/admin/shop?size=100', `/admin/shop/${record.id}`, '/admin/activity', '/admin/dashboard'],
  ])
})

test('a mail fits a phone and is readable in light and dark, with long text and without its pictures', async () => {
  const page = await (await openBrowser()).newPage({ viewport: viewports.phone })
  onTestFinished(() => page.close())
  await page.route('https://felt.example/**', (route) => route.abort())
  const theme = themeWithDefaults()
  const logo = { path: '/images/0123456789abcdef/mail-logo.png', width: 220, height: 40, alt: 'Felt & Hammer' }
  const look = { locale: 'en-GB', origin: 'https://felt.example', theme, logo }
  const long = {
    ...orderMail,
    heading: longUnbrokenText(100),
    paragraphs: [longUnbrokenText()],
    footnote: longUnbrokenText(300),
  }
  for (const content of [orderMail, long])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setContent(renderMailHtml(content, { name: longUnbrokenText(200), look }))
      expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
      await checkAccessibility(page, ['wcag2a', 'wcag2aa'])
      const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color)
      expect(ink).toBe(
        rgb({ light: theme.light.colours.secondary[900], dark: theme.dark.colours.secondary[50] }[colorScheme]),
      )
    }
  expect(await page.getByAltText('Felt & Hammer').boundingBox()).toMatchObject({ width: 220, height: 40 })
})

const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`
