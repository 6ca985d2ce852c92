import { text } from 'node:stream/consumers'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { PublicShow } from '#api/site/tour.ts'
import { checkLooks, getSharedApp, visit, waitForHydration } from '#tests/browser/harness.ts'
import { openHydratedPage } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await getSharedApp()

const cities = (page: Page) => page.locator('main li h3').allTextContents()
const linkedData = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((json) => JSON.parse(json))
const meta = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute('content')
const firstShow = async (page: Page, availability: string) => {
  const shows = await (await page.request.get('/api/tour/shows')).json()
  return shows.find((show: { availability: string }) => show.availability === availability)
}

test('the tour page searches while typing, and keeps the search in the URL', async () => {
  const page = await visit(app, { path: '/tour', viewport: 'phone' })
  const all = await cities(page)
  expect(all.length).toBeGreaterThan(10)
  // On a phone the filters are behind one button.
  await page.getByRole('button', { name: 'Search and filter' }).click()
  const search = page.getByLabel('City, venue or artist')
  // Fast typing: the URL update that follows neither removes nor restores a letter.
  await search.pressSequentially('berlinn')
  await search.press('Backspace')
  expect(await search.inputValue()).toBe('berlin')
  await expect.poll(() => cities(page)).toEqual(['Berlin'])
  await expect.poll(() => page.url()).toMatch(/q=berlin$/)
  expect(await search.inputValue()).toBe('berlin')
  await page.reload()
  await waitForHydration(page)
  expect(await cities(page)).toEqual(['Berlin'])
  await page.getByRole('button', { name: 'Search and filter (in use)' }).click()
  await search.fill('nowhere at all')
  await page.getByText('No show matches.').waitFor()
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await page.getByRole('link', { name: 'Show all dates' }).click()
  await expect.poll(() => cities(page)).toEqual(all)
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Search and filter' }).click()
  // An address from elsewhere says what is looked for, also what was looked for before.
  await page.evaluate(() => history.pushState(null, '', '/tour?q=berlin'))
  await expect.poll(() => search.inputValue()).toBe('berlin')
  await expect.poll(() => cities(page)).toEqual(['Berlin'])
  await search.fill('')
  await expect.poll(() => cities(page)).toEqual(all)
  await page.getByLabel('Country').selectOption({ label: 'Germany' })
  await expect.poll(async () => (await cities(page)).length).toBeLessThan(all.length)
  expect(page.url()).toContain('country=DE')
  expect(await cities(page)).toContain('Berlin')
})

longTest('past shows stand below the coming ones, the latest first, and are searched by the server', async () => {
  const page = await visit(app)
  const past: PublicShow[] = (await (await page.request.get('/api/tour/past-shows')).json()).shows
  const oldest = past.at(-1)!
  await openHydratedPage(page, `/tour?q=${encodeURIComponent(`${oldest.city} ${oldest.venue}`)}`)
  await page.getByText('No show matches.').waitFor()
  await page.getByRole('link', { name: 'Search past shows' }).click()
  const section = page.getByRole('region', { name: 'Past shows', exact: true })
  const inSection = section.getByRole('listitem').getByRole('heading')
  await expect.poll(() => inSection.allTextContents()).toContain(oldest.city)
  expect(await inSection.count()).toBeLessThan(past.length)
  await page.getByLabel('City, venue or artist').fill('')
  await expect.poll(() => inSection.allTextContents()).toEqual(past.map(({ city }) => city))
  await expect.poll(async () => (await cities(page)).length).toBeGreaterThan(10)
  const lastComing = await page.locator('main li h3').last().boundingBox()
  expect((await section.boundingBox())!.y).toBeGreaterThan(lastComing!.y)
  const [coming, dimmed] = await page.evaluate(() =>
    ['main li h3', 'main li h4'].map((title) => getComputedStyle(document.querySelector(title)!).color),
  )
  expect(dimmed).not.toBe(coming)
  await page.getByRole('link', { name: 'Hide past shows' }).click()
  await expect.poll(() => section.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
})

longTest('the next date is on the first screen of a phone, with announcement and cookie question', async () => {
  const page = await visit(app, { path: '/tour', browser: { viewport: { width: 360, height: 740 } } })
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  await page.getByRole('complementary', { name: 'Announcements' }).waitFor()
  const isSeen = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    // The link of the city covers its whole row.
    return found !== null && found.closest('li') === element.closest('li')
  }
  const row = page.locator('main li').first()
  expect(await row.locator('time [aria-hidden]').first().evaluate(isSeen)).toBe(true)
  expect(await row.getByRole('heading').evaluate(isSeen)).toBe(true)
})

longTest('without scripts the search form of the tour works on the server', async () => {
  const page = await visit(app, { path: '/tour', javaScript: false })
  await page.getByLabel('City, venue or artist').fill('köln')
  await page.getByLabel('City, venue or artist').press('Enter')
  await page.waitForURL('**/tour?q=*')
  expect((await cities(page)).length).toBeLessThanOrEqual(2)
  const berlin = await visit(app, { path: '/tour?country=DE', javaScript: false })
  expect(await cities(berlin)).toContain('Berlin')
  expect(await cities(berlin)).not.toContain('Paris')
})

longTest.each([`q=${'x'.repeat(500)}`, 'country=%3Cscript%3E', 'past=yes&country=de'])(
  'the tour page ignores an invalid filter: %s',
  async (search) => {
    const page = await visit(app, { path: `/tour?${search}` })
    expect((await cities(page)).length).toBeGreaterThan(10)
  },
)

describe('a show', () => {
  test('a show has a page with all details, and a calendar file', async () => {
    const page = await visit(app, { path: '/robots.txt' })
    const show = await firstShow(page, 'scheduled')
    await page.goto(`/tour/${show.slug}`)
    await page.getByRole('heading', { level: 1, name: show.city }).waitFor()
    await page.getByText(show.venue).first().waitFor()
    const venue = page.getByRole('region', { name: show.venue })
    expect(await venue.getByRole('link', { name: 'On the map' }).getAttribute('href')).toContain('openstreetmap.org')
    expect(await venue.locator('address').textContent()).toContain(show.countryName)
    expect(await venue.locator('.picture').count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Get tickets' }).getAttribute('href')).toBe(show.bookingLink)
    expect((await linkedData(page))[0]).toMatchObject({ offers: { availability: 'https://schema.org/InStock' } })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to calendar' }).click()
    const file = await (await download).createReadStream()
    const calendar = new ICAL.Component(ICAL.parse(await text(file)))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
    expect(event.startDate.toJSDate().toISOString()).toBe(show.passesAt)
    expect((await download).suggestedFilename()).toBe(`${show.slug}.ics`)
  })

  test('a show page has metadata for search engines and link previews', async () => {
    const page = await visit(app, { path: '/robots.txt', javaScript: false })
    const show = await firstShow(page, 'postponed')
    await page.goto(`/tour/${show.slug}`)
    const [event, crumbs] = await linkedData(page)
    expect(event).toMatchObject({ '@type': 'MusicEvent', eventStatus: 'https://schema.org/EventPostponed' })
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
    expect(await meta(page, 'og:title')).toContain(show.city)
    const image = await page.request.get((await meta(page, 'og:image'))!)
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await page.getByRole('link', { name: 'Get tickets' }).count()).toBe(0)
    await page.getByText('Postponed', { exact: true }).first().waitFor()
  })

  longTest('a show that is not on sale yet shows when its sale starts', async () => {
    const page = await visit(app, { path: '/tour', now: new Date() })
    const shows: PublicShow[] = await (await page.request.get('/api/tour/shows')).json()
    const show = shows.find(({ words, bookingLink }) => words.onSale && bookingLink)!
    await openHydratedPage(page, `/tour/${show.slug}`)
    const isComing = page.getByText(`On sale from ${show.words.onSale}`)
    await isComing.waitFor()
    expect((await linkedData(page))[0]).toMatchObject({ offers: { availability: 'https://schema.org/PreOrder' } })

    const openFromList = async () => {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tour' }).click()
      await page.locator(`main a[href="/tour/${show.slug}"]`).click()
      await page.getByRole('heading', { level: 1, name: show.city }).waitFor()
    }
    const json = { ...show, words: { ...show.words, onSale: null } }
    await page.route(`**/api/tour/shows/${show.slug}`, (route) => route.fulfill({ json }))
    await openFromList()
    await isComing.waitFor()
    await page.clock.setFixedTime(new Date(Date.parse(show.onSaleAt!) + 1_000))
    await openFromList()
    await expect.poll(() => isComing.count()).toBe(0)
  })

  longTest('a missing show answers with a 404 page', async () => {
    const page = await visit(app, { path: '/robots.txt', expected: [/404: GET .*never-was/] })
    const answer = await page.goto('/tour/never-was')
    expect(answer?.status()).toBe(404)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  longTest('a show page is accessible on phone and desktop, in light and dark', async () => {
    const page = await visit(app, { reducedMotion: true })
    const show = await firstShow(page, 'sold out')
    await page.goto(`/tour/${show.slug}`)
    await checkLooks(page, 'show')
  })
})

test('the home page shows every section that the site has texts for', async () => {
  const page = await visit(app)
  for (const heading of ['Next ports of call', 'The new record', 'Seen from the stage', 'Sound and pictures'])
    await page.locator('main').getByText(heading).first().waitFor()
  await page.locator('main a[href^="/media#"]').first().click()
  await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
})

test('home page and discography have metadata and links to shops in the first HTML', async () => {
  const page = await visit(app, { javaScript: false })
  const sold = async (path: string) =>
    [
      ...(await (await page.request.get(path)).text()).matchAll(
        /href="\/shop\/([a-z-]+)"[^>]*>[^<]*(<!-- -->)? in the shop</g,
      ),
    ].map(([, slug]) => slug)
  expect(await sold('/')).toEqual(['night-ferry'])
  expect(await sold('/discography')).toEqual(['night-ferry', 'salt-radio', 'the-long-fetch', 'low-water'])
  expect(await linkedData(page)).toMatchObject([{ '@type': 'MusicGroup', name: 'Marlow Quay' }])
  await page.goto('/discography')
  expect((await linkedData(page)).map((thing) => thing['@type'])).toEqual(Array(4).fill('MusicAlbum'))
})

test('every public page has its own title, description, canonical URL and picture', async () => {
  const page = await visit(app, { path: '/robots.txt' })
  /** Of the page without its pictures and scripts, which take most of the time. */
  const headOf = async (path: string) =>
    page.evaluate(
      (html) => {
        const { head, title } = new DOMParser().parseFromString(html, 'text/html')
        const content = (name: string) =>
          head.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? ''
        const [description, picture, words] = ['description', 'og:image', 'og:image:alt'].map(content)
        const canonical = head.querySelector('link[rel=canonical]')?.getAttribute('href')
        return { title, description: description!, canonical, picture: picture!, words: words! }
      },
      await (await fetch(app.address() + path)).text(),
    )
  const all = ['', 'tour', 'gallery', 'discography', 'awards', 'history', 'media', 'contact', 'privacy', 'terms']
  const heads = await Promise.all(all.map((name) => headOf(`/${name}`)))
  for (const [index, { description, canonical, picture, words }] of heads.entries()) {
    expect(description.length, all[index]).toBeGreaterThan(40)
    expect(canonical).toBe(new URL(`/${all[index]}`, app.address()).href)
    expect(picture).toMatch(/-1200x630\.jpeg$/)
    expect(words).toMatch(/\w/)
  }
  expect(new Set(heads.map(({ title }) => title)).size).toBe(10)
  const pictures = ['', 'gallery', 'discography', 'media'].map((name) => heads[all.indexOf(name)]!.picture)
  expect(new Set(pictures).size).toBe(4)
  for (const picture of pictures) expect((await page.request.get(picture)).status()).toBe(200)
})

longTest.each(['service.localhost', 'software.localhost'])('%s has no shows and offers no calendar', async (host) => {
  const page = await visit(app, { host, path: '/tour' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('[href*="tour.ics"]').count()).toBe(0)
  expect(await page.getByText(/past shows/).count()).toBe(0)
  expect(await page.getByText('No show matches.').count()).toBe(0)
})

test('serves feed, calendar, sitemap, robots and manifest at their usual paths', async () => {
  const page = await visit(app, { path: '/tour', javaScript: false })
  const link = (rel: string, type = '') =>
    page
      .locator(`link[rel="${rel}"]${type && `[type="${type}"]`}`)
      .first()
      .getAttribute('href')
  const addresses = [
    [await link('alternate', 'application/rss+xml'), /^<\?xml/],
    [await link('alternate', 'text/calendar'), /^BEGIN:VCALENDAR/],
    [await link('manifest'), /^\{"name":"Marlow Quay"/],
    ['/sitemap.xml', /<loc>/],
    ['/robots.txt', /^User-agent: \*/],
  ] as const
  for (const [address, shape] of addresses) expect(await (await page.request.get(address!)).text()).toMatch(shape)
})
