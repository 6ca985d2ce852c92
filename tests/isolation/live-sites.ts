import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, expect } from 'vitest'
import type { UploadedPicture } from '#api/admin/pictures.ts'
import type { ProductDetails } from '#api/site/shop.ts'
import { imageVariantPath } from '#domain/images/addresses.ts'
import { toneWavFile } from '#tests/fixtures/audio.ts'
import { idsOf, type OwnContent } from '#tests/isolation/foreign-content.ts'
import type { PlaceholderValues } from '#tests/isolation/pages.ts'
import { linkInMail, type OwnersApp, owner, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { type HttpClient, openHttpClient } from '#tests/scale/browser.ts'
import {
  buyProduct,
  chunksOf,
  confirmationHeaders,
  contactFormRequest,
  sendContactForm,
  signInClient,
  siteOf,
} from '#tests/scale/client-actions.ts'
import { startPostgres } from '#tests/services/postgres.ts'

export const liveActors = ['visitor', 'administrator', 'stranger', 'neighbour'] as const
/**
 * A stranger sends a session as administrator of the other site; a neighbour administers that one and is signed in
 * here.
 */
export type LiveActor = (typeof liveActors)[number]

type SiteSetup = { host: string; word: string; name: string; colour: string; administrator: string }
export type LiveSite = SiteSetup & { held: PlaceholderValues; own: OwnContent; cookies: Record<LiveActor, string> }

export const siteSetups: [SiteSetup, SiteSetup] = [
  { host: 'localhost', word: 'aquila', name: 'Marlow Quay', colour: '#802010', administrator: 'one@example.com' },
  {
    host: 'software.localhost',
    word: 'borealis',
    name: 'Setlight',
    colour: '#102080',
    administrator: 'two@example.com',
  },
]

/** Two websites of the built application on PostgreSQL, each with a row for every kind of URL parameter. */
export async function openLiveSites() {
  const cluster = await startPostgres()
  afterAll(() => cluster.stop())
  const app = await startOwnersApp({
    APP_SECRET: 'a secret that nobody else knows of',
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: cluster.url('postgres'),
    DATABASE_OWNER_URL: cluster.ownerUrl('postgres'),
    DEMO: 'off',
  })
  const database = new pg.Client({ connectionString: cluster.ownerUrl('postgres') })
  await database.connect()
  afterAll(() => database.end())
  const rows = async <R extends object>(text: string, values: unknown[] = []) =>
    (await database.query<R>(text, values)).rows
  const port = Number(new URL(app.address()).port)
  const browserAt = ({ host }: SiteSetup) => openHttpClient({ host, port: () => port })

  async function site(where: SiteSetup, here: Administrator, there: Administrator): Promise<LiveSite> {
    const held = await fill(app, rows, where, { admin: here.browser, visitor: browserAt(where) })
    const neighbour = browserAt(where)
    await callApi(neighbour, '/api/auth/sign-in', there.person)
    const cookies = { visitor: '', administrator: here.browser.cookies(), stranger: there.browser.cookies() }
    const own = { words: [where.word, where.name], ids: await idsOf(rows, held.websiteId) }
    return { ...where, held, own, cookies: { ...cookies, neighbour: neighbour.cookies() } }
  }
  async function filled(): Promise<[LiveSite, LiveSite]> {
    const [one, two] = siteSetups
    const first = await administratorOf(app, one, browserAt)
    const second = await administratorOf(app, two, browserAt)
    return Promise.all([site(one, first, second), site(two, second, first)])
  }
  return { filled, rows, port, log: app.log }
}

type Administrator = { person: { email: string; password: string }; browser: HttpClient }

type ApiCallOptions = { method?: string; headers?: Record<string, string> }

async function callApi<T>(browser: HttpClient, path: string, body: object, how: ApiCallOptions = {}): Promise<T> {
  const answer = await browser.ask(path, { method: 'POST', body, ...how })
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  return answer.json<T>()
}

const password = 'Lighthouse-7!'

/** An administrator of one site without rights on any other. */
async function administratorOf(app: OwnersApp, where: SiteSetup, browserAt: (where: SiteSetup) => HttpClient) {
  const person = { email: where.administrator, password }
  const first = await signInClient(browserAt(where))
  await callApi(
    first,
    '/api/access',
    { email: person.email },
    { headers: await confirmationHeaders(first, owner.password) },
  )
  const { searchParams } = new URL(linkInMail(await app.mailTo(person.email, /invited/)), app.address())
  const browser = browserAt(where)
  await callApi(browser, '/api/auth/sign-up', { ...person, invitation: searchParams.get('invitation') })
  await callApi(browser, '/api/auth/sign-in', person)
  return { person, browser }
}

type Rows = Awaited<ReturnType<typeof openLiveSites>>['rows']
type SluggedRow = { id: string; slug: string }

async function fill(
  app: OwnersApp,
  rows: Rows,
  { word, colour, administrator }: SiteSetup,
  { admin, visitor }: Record<'admin' | 'visitor', HttpClient>,
): Promise<PlaceholderValues> {
  const websiteId = await siteOf(visitor)
  const made = (path: string, body: object) => callApi<SluggedRow>(admin, path, body)
  const text = (about: string) => `${word} ${about}`
  const year = new Date().getFullYear() + 1
  const show = await made('/api/admin/shows', {
    date: `${year}-07-07`,
    zone: 'Europe/Berlin',
    country: 'DE',
    status: 'upcoming',
    venue: text('venue'),
    city: text('city'),
    additionalInfo: text('info'),
    supportActs: [text('act')],
    tags: [text('tag')],
  })
  const announcement = await made('/api/admin/announcements', { title: text('title'), message: text('message') })

  const pixels = await sharp({ create: { width: 700, height: 500, channels: 3, background: colour } })
    .png()
    .toBuffer()
  const picture = await callApi<UploadedPicture>(admin, `/api/admin/pictures?name=${word}.png`, new Uint8Array(pixels))
  await made('/api/admin/gallery', { pictureIds: [picture.id] })
  const [photograph] = await rows<SluggedRow>('select id from gallery_images where website_id = $1', [websiteId])
  const words = { caption: text('caption'), alt: text('alt'), takenOn: null, isPublished: true, sequence: 0 }
  await callApi(admin, `/api/admin/gallery/${photograph!.id}`, words, { method: 'PUT' })
  const recording = new Uint8Array(Buffer.from(`fLaC${text('recording')}`))
  const { source } = await callApi<{ source: string }>(admin, `/api/admin/media/files?name=${word}.flac`, recording)
  const film = await made('/api/admin/media', {
    kind: 'audio',
    title: text('recording'),
    description: text('about'),
    source,
    isPublished: true,
  })

  const release = await made('/api/admin/releases', {
    title: text('release'),
    kind: 'album',
    released: '2026',
    cover: picture.address,
    coverAlt: text('cover'),
    text: text('text'),
    credits: text('credits'),
    tracks: [{ title: text('song'), duration: '3:05' }],
    product: null,
    isPublished: true,
  })
  const ofAward = { year: 2026, title: text('award'), by: text('jury'), result: 'won', work: null, text: null }
  const award = await made('/api/admin/awards', { ...ofAward, isPublished: true })
  const ofQuote = { quote: text('quote'), source: text('paper'), author: null, year: 2026, link: null }
  const quote = await made('/api/admin/press', { ...ofQuote, isPublished: true })

  const category = await made('/api/admin/categories', { name: text('category') })
  const categoryId = category.id
  const product = await made('/api/admin/products', {
    name: text('record'),
    description: text('description'),
    price: 900,
    status: 'published',
    categoryId,
    stockQuantity: 9,
    images: [{ imageUrl: picture.address, alt: text('cover') }],
  })
  const track = await made('/api/admin/products', {
    name: text('track'),
    price: 150,
    productType: 'digital',
    categoryId,
  })
  const bytes = toneWavFile({ seconds: 2, rate: 8_000 })
  const about = { websiteId, productId: track.id, fileName: `${word}.wav`, bytes, chunkBytes: bytes.length }
  const sent = await chunksOf(admin, about).send(0)
  expect(sent.status, sent.text).toBe(200)
  await callApi(admin, '/api/admin/products/status', { ids: [track.id], status: 'published' })
  const { slug: heard } = (await admin.ask(`/api/admin/products/${track.id}`)).json<SluggedRow>()
  const clip = async () =>
    (await visitor.ask(`/api/shop/products/${heard}`)).json<ProductDetails>().tracks.find((each) => each.clip)?.clip
  await expect.poll(clip).toMatch(/^\/previews\//)

  const email = `${word}-buyer@example.com`
  const { number, downloads } = await buyProduct(visitor, track.id, email)
  const [checkout] = await rows<{ session: string; reference: string }>(
    'select session_id as session, reference from checkouts where website_id = $1',
    [websiteId],
  )
  await callApi(admin, '/api/admin/customer-support/notes', { order: number, text: text('note') })
  const [logEntry] = await rows<SluggedRow>(
    "select id from activity_logs where website_id = $1 and resource_type = 'tour_date'",
    [websiteId],
  )
  const [stock] = await rows<SluggedRow>('select id from stock_items where website_id = $1', [websiteId])
  const items = [{ productId: track.id, variantId: null, quantity: 1 }]
  const wish = { key: randomUUID(), items, email, name: text('buyer'), country: 'GB' }
  const { redirectTo } = await callApi<{ redirectTo: string }>(visitor, '/api/shop/checkout', wish)
  const written = await sendContactForm(
    visitor,
    await contactFormRequest(visitor, { email, message: text('message to the owner') }),
  )
  expect(written.status, written.text).toBe(200)

  const tokenOf = async (path: string, body: { email: string }, mail: RegExp) => {
    const isAccess = path === '/api/access'
    await callApi(
      isAccess ? admin : visitor,
      path,
      body,
      isAccess ? { headers: await confirmationHeaders(admin, password) } : {},
    )
    const { pathname, searchParams } = new URL(linkInMail(await app.mailTo(body.email, mail)), app.address())
    return searchParams.get('token') ?? searchParams.get('invitation') ?? pathname.split('/').at(-1)!
  }
  const newcomer = { email: `${word}-newcomer@example.com`, password: 'Lighthouse-7!' }
  return {
    websiteId,
    show: show.id,
    showSlug: show.slug,
    announcement: announcement.id,
    logEntry: logEntry!.id,
    product: product.id,
    productSlug: product.slug,
    category: category.slug,
    stock: stock!.id,
    photograph: photograph!.id,
    picture: picture.id,
    film: film.id,
    release: release.id,
    award: award.id,
    quote: quote.id,
    orderNumber: number,
    buyer: createHash('sha256').update(email).digest('hex'),
    downloadToken: downloads[0]!.token,
    reference: checkout!.reference,
    paymentSession: checkout!.session,
    openPayment: new URL(redirectTo).pathname.split('/').at(-1)!,
    exportToken: await tokenOf('/api/privacy/exports', { email }, /^Your data/),
    invitation: await tokenOf('/api/access', { email: `${word}-invited@example.com` }, /invited/),
    resetToken: await tokenOf('/api/auth/forgot-password', { email: administrator }, /new password/),
    signUpToken: await tokenOf('/api/auth/sign-up', newcomer, /Confirm/),
    image: imageVariantPath(picture.picture, 320, 'webp'),
    mediaFile: source,
    clip: (await clip())!,
  }
}
