import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import { countFinishedDaysAndPrune } from '#server/analytics/count-days.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { secretIdOf, verifyAndRecordAppSecret, verifyAndRecordDataKey } from '#server/crypto/keys-in-use.ts'
import { newId } from '#server/db/id.ts'
import { downloadToken } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { originalKey, pictureOf } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { mediaFiles } from '#server/media/table.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { requestPreview } from '#server/previews/track-previews.ts'
import { password } from '#tests/fixtures/accounts.ts'
import { insertProductFile } from '#tests/fixtures/downloads.ts'
import { address, checkoutRequestFor, checkoutsOf, noon } from '#tests/fixtures/payments.ts'
import type { IsolatedSite, SiteActor, TwoSites } from '#tests/isolation/two-sites.ts'

/** Secrets of people of a site; they open their own rows and nothing of the other site. */
export type Secrets = {
  downloadToken: string
  exportToken: string
  orderNumber: string
  reference: string
  emailHash: string
  email: string
  uploadSession: string
  paymentSession: string
}
type Id = { id: string }

/**
 * Fills a site with every kind of row, at most so many of each, and puts the word of the site and a number into each
 * text.
 */
export async function fillSite(
  all: TwoSites,
  place: IsolatedSite,
  max = Number.POSITIVE_INFINITY,
): Promise<{ secrets: Secrets; canaries: number }> {
  const { shop, files } = all
  const { word } = place
  let canaries = 0
  const text = (about: string) => `${word} ${about} ${++canaries}`
  const made = async <T = Id>(path: string, body?: unknown, who: SiteActor = 'administrator', method = 'POST') => {
    const answer = await place.ask(who, path, { method, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const times = async <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> => {
    const done: T[] = []
    for (let at = 0; at < Math.min(count, max); at++) done.push(await work(at))
    return done
  }

  await times(56, (at) =>
    made('/api/admin/shows', {
      date: `2026-${String(6 + (at % 6)).padStart(2, '0')}-11`,
      zone: 'Europe/Berlin',
      country: 'DE',
      venue: text('venue'),
      city: text('city'),
      address: text('address'),
      postCode: text('p').slice(0, 20),
      countyRegion: text('county'),
      eventType: text('type'),
      priceNotes: text('price'),
      tags: [text('tag')],
      venueNotes: text('venue notes'),
      additionalInfo: text('info'),
      supportActs: [text('act'), text('act')],
      bookingLink: `https://tickets.example/${word}-${at}`,
      status: at % 4 ? 'upcoming' : 'draft',
    }),
  )
  await times(15, (at) =>
    made('/api/admin/announcements', {
      title: text('title'),
      message: text('message'),
      linkText: text('link'),
      priority: at,
      linkUrl: `https://news.example/${word}-${at}`,
    }),
  )
  // Deletes that can still be undone.
  await times(6, async () => {
    const { id } = await made('/api/admin/announcements', { title: text('title'), message: text('message') })
    await made(`/api/admin/announcements/${id}`, undefined, 'administrator', 'DELETE')
  })
  const categories = await times(12, () => made('/api/admin/categories', { name: text('category') }))
  const stored = await place.as('administrator', (tx) =>
    tx
      .insert(pictures)
      .values(
        Array.from({ length: 20 }, (_, at) => ({
          name: `${word}-${at}`,
          fileName: text('file'),
          alt: text('picture'),
          hash: randomBytes(8).toString('hex'),
          width: 900,
          height: 900,
          bytes: 9,
        })),
      )
      .returning(),
  )
  const original = Buffer.from(text('original'))
  const originalHash = createHash('sha256').update(original).digest('hex')
  const originalFile = await files.receiver.newFile()
  await writeFile(originalFile, original)
  await files.store.put(originalKey(place.websiteId, originalHash), originalFile)
  const kept = { originalHash, originalBytes: original.length, originalType: 'png' } as const
  await place.as('administrator', (tx) => tx.update(pictures).set(kept).where(eq(pictures.id, stored[0]!.id)))
  const covers = stored.map((row) => fallbackImagePath(pictureOf(row)))
  await times(24, (at) =>
    made('/api/admin/products', {
      name: text('product'),
      description: text('description'),
      price: 900,
      status: at % 5 ? 'published' : 'draft',
      optionNames: [text('option')],
      categoryId: categories[at % Math.min(6, categories.length)]!.id,
      variants: [1, 2].map(() => ({ options: [text('value')], stockQuantity: 9 })),
      images: [{ imageUrl: covers[at % covers.length], alt: text('cover') }],
    }),
  )
  const record = await made('/api/admin/products', {
    name: text('record'),
    price: 1_800,
    stockQuantity: 90,
    status: 'published',
  })
  const track = await made('/api/admin/products', {
    name: text('track'),
    price: 150,
    productType: 'digital',
    description: text('words'),
  })
  const { images } = await made<{ images: { id: string; sequence: number }[] }>('/api/admin/gallery', {
    pictureIds: stored.slice(0, 16).map(({ id }) => id),
  })
  for (const { id, sequence } of images)
    await made(
      `/api/admin/gallery/${id}`,
      { caption: text('caption'), alt: text('alt'), takenOn: null, isPublished: true, sequence },
      'administrator',
      'PUT',
    )
  await times(15, (at) =>
    made('/api/admin/media', {
      kind: 'video',
      title: text('media'),
      description: text('about'),
      isPublished: at % 3 > 0,
      source: `https://vimeo.com/${76_979_000 + at}`,
    }),
  )
  await times(6, (at) =>
    made('/api/admin/releases', {
      title: text('release'),
      kind: 'album',
      released: `20${10 + at}`,
      cover: covers[at % covers.length],
      coverAlt: text('release cover'),
      text: text('release text'),
      credits: text('credits'),
      tracks: [{ title: text('release track'), duration: '3:05' }],
      product: null,
      links: [{ address: `https://music.example/${word}`, label: text('service') }],
      isPublished: at % 3 > 0,
    }),
  )
  await times(6, (at) =>
    made('/api/admin/awards', {
      year: 2010 + at,
      title: text('award'),
      by: text('jury'),
      result: 'won',
      work: text('work'),
      text: text('about the award'),
      image: covers[at % covers.length],
      imageAlt: text('award picture'),
      isPublished: at % 3 > 0,
    }),
  )
  await times(6, (at) =>
    made('/api/admin/press', {
      quote: text('quote'),
      source: text('paper'),
      author: text('critic'),
      year: 2010 + at,
      link: `https://press.example/${word}`,
      isPublished: at % 3 > 0,
    }),
  )
  const clip = randomBytes(32).toString('hex')
  await place.as('administrator', (tx) =>
    tx.insert(mediaFiles).values({ hash: clip, name: `${word}.mp4`, type: 'video/mp4', bytes: 9 }),
  )
  await made(
    '/api/admin/settings',
    {
      contactEmail: `hello@${word}.example`,
      social: [{ link: `https://social.example/${word}`, icon: 'facebook', label: text('label') }],
      delivery: [
        {
          id: 'post',
          name: text('delivery'),
          countries: 'rest',
          days: { from: 2, to: 9 },
          tiers: [{ fromSubtotal: 0, price: 395 }],
        },
      ],
      sequence: 0,
    },
    'administrator',
    'PUT',
  )

  await made('/api/admin/site/preview-links', { note: text('preview link') }, 'administrator')
  await made(
    '/api/admin/site/draft/parts/own-a',
    {
      sequence: 0,
      value: {
        title: text('own page'),
        address: '/own-page',
        description: text('own page description'),
        image: null,
        visibility: 'published',
        sections: [{ id: 'a', kind: 'quote', hidden: false, quote: text('section'), source: null }],
      },
    },
    'administrator',
    'PUT',
  )
  // Two superseded versions, a published one and a draft.
  for (let at = 0; at < 4; at++) {
    const { draft } = await made<{ draft: { sequence: number } }>(
      '/api/admin/site/draft/parts/copyright',
      { sequence: 10 + at * 10, value: { content: text('copyright'), developer: null } },
      'administrator',
      'PUT',
    )
    if (at < 3) await made('/api/admin/site/draft/publish', { sequence: draft.sequence, note: text('note') })
  }

  const content = Buffer.concat([Buffer.from('ID3\x04\0\0'), Buffer.from(text('bytes of a track')), randomBytes(900)])
  const trackFiles = []
  for (let at = 0; at < 4; at++)
    trackFiles.push(
      await insertProductFile(place, files, {
        productId: track.id,
        content,
        name: `${word}-${at}.mp3`,
        position: (at + 1) * 1_000,
        details: { trackTitle: text('track title'), artist: text('artist'), productName: text('album') },
      }),
    )
  await made('/api/admin/products/status', { ids: [track.id], status: 'published' })
  await made('/api/admin/products', {
    name: text('bundle'),
    price: 1_900,
    productType: 'bundle',
    status: 'published',
    parts: [{ productId: record.id }, { productId: track.id }],
  })
  for (const file of trackFiles) await place.as('administrator', (tx) => requestPreview(tx, file))
  await place.as('administrator', (tx) =>
    tx.update(trackPreviews).set({
      state: 'ready',
      clipHash: clip,
      clipEnding: 'mp3',
      clipBytes: 9,
      clipStartMs: 0,
      clipMs: 30_000,
      durationMs: 90_000,
      peaks: Buffer.alloc(1_000, 7).toString('base64'),
    }),
  )
  const [preview] = await all.rows<Id>('select id from track_previews where website_id = $1', [place.websiteId])
  const day = randomBytes(16).toString('hex')
  await made('/api/previews/plays', { preview: preview!.id, session: day, seconds: 9, isComplete: false }, 'visitor')
  await made('/api/analytics/cart', { productId: track.id, variantId: null }, 'visitor')

  let bought = { number: '', reference: '', session: '', email: '' }
  await times(8, async (at) => {
    const email = `${word}-${++canaries}@example.com`
    const checkoutInput = checkoutRequestFor(at % 2 ? track.id : record.id, {
      email,
      name: text('buyer'),
      address: { ...address, line1: text('street'), city: text('town') },
    })
    const before = new Set((await checkoutsOf(place)).map(({ id }) => id))
    await made('/api/shop/checkout', checkoutInput, 'visitor')
    const checkout = (await checkoutsOf(place)).find(({ id }) => !before.has(id))!
    if (at >= 6) return
    const deliveredBefore = (await shop.deliveredEvents(place, 0)).length
    await shop.sandbox.pay(checkout.sessionId!, 'succeeds')
    const [message] = (await shop.deliveredEvents(place, deliveredBefore + 1)).slice(deliveredBefore)
    const headers = { 'stripe-signature': message!.signature }
    const answer = await place.ask('visitor', '/api/webhooks/stripe', { method: 'POST', body: message!.body, headers })
    expect(answer.status).toBe(200)
    const [order] = await all.rows<{ number: string }>(
      'select order_number as number from orders where checkout_id = $1',
      [checkout.id],
    )
    bought = { number: order!.number, reference: checkout.reference, session: checkout.sessionId!, email }
  })
  const orders = await all.rows<Id>('select id from orders where website_id = $1', [place.websiteId])
  for (const { id } of orders) await made(`/api/admin/orders/${id}/notes`, { text: text('note') })
  await made('/api/admin/customer-support/notes', { order: bought.number, text: text('support note') })
  const [right] = await place.as('administrator', (tx) => tx.select().from(digitalDownloads))
  const token = downloadToken(shop.keys, place.websiteId, right!)
  const file = await place.ask('visitor', '/api/download', { query: { token, file: trackFiles[0]!.id } })
  expect([file.status, all.logged.filter(({ level }) => level === 'error')]).toEqual([200, []])
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
  const event = { id: newId(), fileId: trackFiles[0]!.id, type: 'failed', reason: 'connection' }
  await made('/api/download-events', { token, events: [event] }, 'visitor')

  const contactService = all.contactServices(place.websiteId)
  await times(12, async (at) => {
    const form = {
      name: text('writer'),
      email: `${word}-w${at}@example.com`,
      subject: text('subject'),
      message: text('message'),
    }
    const check = { once: newId(), expiresAt: new Date(+noon + 86_400_000) }
    await place.as('visitor', (tx) =>
      receiveMessage(tx, contactService, { form, check, site: place.site, to: `owner@${word}.example`, now: noon }),
    )
  })
  await made('/api/access', { email: `${word}-invited@example.com` })
  await made('/api/privacy/exports', { email: bought.email }, 'visitor')
  await withChallenge(all, place)
  await all.rows(
    `with made as (insert into hosted_sites (website_id, starter, name, created_at) values ($1, 'musician', $2, now()))
      insert into site_hosts (host, website_id, is_main, created_at) values ($3, $4, true, now())`,
    [place.websiteId, text('name of the website'), `${word}-hosted.example`, place.websiteId],
  )
  await verifyAndRecordDataKey(all.database, [place.websiteId], shop.sealer, [])
  await verifyAndRecordAppSecret(all.database, [place.websiteId], secretIdOf(shop.keys))
  await place.as('worker', (tx) => countFinishedDaysAndPrune(tx, 'Europe/London', new Date(+noon + 2 * 86_400_000)))

  const uploadSession = `${word}-session-${newId().slice(-8)}`
  const form = new FormData()
  form.append('chunk', new Blob([new Uint8Array(Buffer.concat([content, randomBytes(1024 * 1024 - content.length)]))]))
  const fields = {
    sessionId: uploadSession,
    chunkIndex: '0',
    totalChunks: '2',
    fileName: `${word}-upload.mp3`,
    websiteId: place.websiteId,
    productId: track.id,
    fileType: 'tracks',
    artist: text('artist of an upload'),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const chunk = await place.ask('administrator', '/api/upload/chunked', { method: 'POST', body: form })
  expect(chunk.status, await chunk.clone().text()).toBe(200)

  const secrets = {
    downloadToken: token,
    exportToken: randomBytes(32).toString('base64url'),
    uploadSession,
    orderNumber: bought.number,
    reference: bought.reference,
    paymentSession: bought.session,
    email: bought.email,
    emailHash: createHash('sha256').update(bought.email).digest('hex'),
  }
  return { secrets, canaries }
}

/** A user with a second factor who has entered the password. */
async function withChallenge({ accounts }: TwoSites, place: IsolatedSite): Promise<void> {
  const { email } = await accounts.newUser(place)
  const { person } = await accounts.signedIn(place, email)
  await accounts.withFactor(place, person)
  await place.ask('visitor', '/api/auth/sign-in', { method: 'POST', body: { email, password, rememberMe: false } })
}
