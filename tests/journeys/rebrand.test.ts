import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import type { ListedVersion, SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { Picture } from '#domain/images/picture.ts'
import { themePresets } from '#domain/sites/presets.ts'
import { checkLooks, type Viewport, visit, waitForPendingRequests } from '#tests/browser/harness.ts'
import { type InputDevice, keyboardDevice, mouseDevice } from '#tests/journeys/input-devices.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { firstCases } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const asOwner = await ownersApi(app)

type Brand = { name: string; line: string; preset: string; record: string; price: string; viewport: Viewport }
type Owner = { page: Page; hands: InputDevice; brand: Brand }
type Known = { pictures: [Picture, Picture]; menu: string[] }

async function publishedVersion(): Promise<number | undefined> {
  const { versions } = await asOwner<{ versions: ListedVersion[] }>('GET', '/api/admin/site/versions')
  return versions.find(({ state }) => state === 'published')?.number
}

/** What the site was before, as a version that can be restored. */
async function oldVersion(): Promise<number> {
  const published = await publishedVersion()
  if (published) return published
  const { sequence, starter } = await asOwner<SiteDraftAnswer>('GET', '/api/admin/site/draft')
  const edit = { sequence, value: starter.identity }
  const draft = await asOwner<SiteDraftAnswer>('PUT', '/api/admin/site/draft/parts/identity', edit)
  await asOwner('POST', '/api/admin/site/draft/publish', { sequence: draft.sequence, note: 'As it was' })
  return 1
}

/** Two pictures of the library that have a description. */
async function describedPictures(): Promise<[Picture, Picture]> {
  type Library = { pictures: LibraryPictureAnswer[] }
  const { pictures } = await asOwner<Library>('GET', '/api/admin/pictures?size=24')
  const [first, second] = pictures.map(({ picture }) => picture).filter(({ alt }) => alt)
  return [first!, second!]
}

/** Checks a dialog in the looks of this width. */
const check = ({ page, brand }: Owner, name: string) => checkLooks(page, `rebrand-${name}`, [brand.viewport])

async function saved({ page, hands }: Owner, name: string | RegExp = 'Save draft'): Promise<void> {
  const answer = page.waitForResponse((each) => ['PUT', 'POST'].includes(each.request().method()))
  await hands.press(page, name)
  expect((await answer).status()).toBeLessThan(300)
  await waitForPendingRequests(page)
}

async function choosePicture({ page, hands }: Owner, field: string | RegExp, { alt }: Picture): Promise<void> {
  await hands.open(page, field)
  await page.getByRole('dialog', { name: 'Picture library' }).getByRole('button', { name: alt }).waitFor()
  await hands.press(page, alt)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Name, logo, look, a text and the order of the menu, in the draft. */
async function drafts(owner: Owner, { pictures, menu }: Known): Promise<void> {
  const { page, hands, brand } = owner
  await hands.go(page, 'Identity')
  await hands.type(page, 'Name', brand.name)
  await choosePicture(owner, /^Choose another picture ?: Logo on light pages/, pictures[0])
  await choosePicture(owner, /^Choose another picture ?: Logo on dark pages/, pictures[1])
  await saved(owner)
  await hands.open(page, 'Discard')
  await check(owner, 'discard')
  await hands.press(page, 'Cancel')

  await hands.go(page, 'Look')
  await hands.press(page, new RegExp(`^(Aa)?${brand.preset}`))
  await saved(owner)

  await hands.go(page, 'Texts')
  await hands.press(page, /^Tour page/)
  await hands.type(page, 'Intro', brand.line)
  await saved(owner)

  await hands.go(page, 'Navigation')
  await hands.press(page, 'Change this menu')
  await hands.moveDown(page, menu[0]!, menu[1]!)
  await saved(owner)
}

async function publish(owner: Owner, note: string): Promise<void> {
  const { page, hands } = owner
  await hands.open(page, /^\d+ changes?$/)
  await check(owner, 'changes')
  await hands.press(page, 'Close')
  await hands.open(page, 'Publish…')
  await check(owner, 'publish')
  await hands.type(page, 'Note', note)
  await saved(owner, 'Publish now')
}

/** What is in effect without a publication. */
async function atOnce({ page, hands, brand }: Owner, cover: Picture): Promise<void> {
  const owner = { page, hands, brand }
  await hands.go(page, 'Records')
  await hands.press(page, 'New record')
  await hands.type(page, 'Title', brand.record)
  await hands.type(page, 'Released', '2027')
  await choosePicture(owner, 'Choose a picture', cover)
  await saved(owner, 'Publish')

  await hands.go(page, 'Shop rules')
  await hands.press(page, /^Royal Mail Tracked 48/)
  await hands.type(page, 'Delivery costs, price 1 of Royal Mail Tracked 48', brand.price)
  await saved(owner, 'Save')
}

async function restore(owner: Owner, old: number): Promise<void> {
  const { page, hands } = owner
  await hands.go(page, 'Versions')
  await hands.open(page, `Version ${old}`)
  await hands.choose(page, 'Compare with', 'Another version…')
  await hands.type(page, 'Number of the other version', String(await publishedVersion()))
  await page.getByRole('dialog').getByText('Introduction', { exact: true }).first().waitFor()
  await check(owner, 'version')
  await saved(owner, 'Restore as draft')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await publish(owner, 'As it was before')
}

/** What a visitor sees of it. */
async function seen(page: Page) {
  await openHydratedPage(page, '/terms')
  const frame = await page.evaluate(() => ({
    title: document.title,
    primary: getComputedStyle(document.documentElement).getPropertyValue('--primary-600'),
    logos: [...document.querySelectorAll('header img')].map((image) => image.getAttribute('src')),
  }))
  const menu = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
  const texts: string[] = []
  for (const path of ['/tour', '/']) {
    await openHydratedPage(page, path)
    texts.push((await page.getByRole('main').textContent())!)
  }
  return { ...frame, menu, words: texts.join(' ') }
}

/** A visitor buys one thing; the order has this price for its delivery. */
async function buy(page: Page, price: string): Promise<void> {
  type Listed = { id: string; price: number; productType: string; isAvailable: boolean; variants: unknown[] }
  const { products } = await (await fetch(`${app.address()}/api/shop/products`)).json()
  const thing = products.find(
    ({ productType, isAvailable, variants }: Listed) => productType === 'physical' && isAvailable && !variants.length,
  )
  const items = [
    { productId: thing.id, variantId: null, quantity: 1, maxQuantity: 9, price: thing.price, isDigital: false },
  ]
  const shippingAddress = { line1: '1 The Quay', city: 'Harwich', postcode: 'CO12 3HH', country: 'GB' }
  await page.evaluate((kept) => localStorage.setItem('cart', JSON.stringify(kept)), { items, shippingAddress })
  await openHydratedPage(page, '/checkout')
  await page.getByText(`£${price}`).first().waitFor()
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('button', { name: /4242/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
  await page.getByRole('main').getByText(`£${price}`).first().waitFor()
}

const brands: [string, InputDevice, Brand][] = [
  [
    'with the keyboard alone at 360 px',
    keyboardDevice,
    {
      name: 'Otto Vane',
      line: 'Wind and brass',
      preset: 'Velvet',
      record: 'Dry Dock',
      price: '7.77',
      viewport: 'phone',
    },
  ],
  [
    'with the mouse alone at 1440 px',
    mouseDevice,
    {
      name: 'Nora Pier',
      line: 'Piano and rain',
      preset: 'Meadow',
      record: 'First Rain',
      price: '6.66',
      viewport: 'desktop',
    },
  ],
]

test.each(firstCases(1, brands))(
  'an owner makes the site another one %s, and brings the old one back',
  async (_, hands, brand) => {
    const [old, pictures] = [await oldVersion(), await describedPictures()]
    const visitor = await visit(app, { path: '/', viewport: 'desktop', reducedMotion: true })
    const before = await seen(visitor)
    const { menu } = before
    const { viewport } = brand
    const page = await visit(app, { path: '/admin/site/versions', browser, viewport, reducedMotion: true })
    const owner = { page, hands, brand }

    await drafts(owner, { pictures, menu })
    expect(await seen(visitor)).toEqual(before)
    await publish(owner, brand.line)
    await atOnce(owner, pictures[0])

    const after = await seen(visitor)
    const { theme } = themePresets.find(({ label }) => label === brand.preset)!
    expect(after).toMatchObject({
      title: expect.stringContaining(brand.name),
      primary: theme.light.colours.primary[600],
      logos: pictures.map(({ base }) => expect.stringContaining(`${base}-`)),
      menu: [menu[1], menu[0], ...menu.slice(2)],
    })
    for (const words of [brand.line, brand.record]) expect(after.words).toContain(words)
    await buy(visitor, brand.price)

    await restore(owner, old)
    const { words, ...frame } = await seen(visitor)
    expect(before).toMatchObject(frame)
    expect(words).not.toContain(brand.line)
  },
)
