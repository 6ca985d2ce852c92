import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'
import { activityLogs } from '#server/activity/table.ts'
import { undoableDeletes } from '#server/activity/undo-table.ts'
import { sweepUndoableDeletes } from '#server/activity/undoable-delete.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import { announcements } from '#server/announcements/table.ts'
import { receiveMessage } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { type Role, roles } from '#server/db/access.ts'
import { newId } from '#server/db/id.ts'
import { downloadCounts } from '#server/downloads/table.ts'
import { mails } from '#server/mail/table.ts'
import { previewPlays, trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { uploadSessions } from '#server/uploads/table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { insertDownloadRight } from '#tests/fixtures/downloads.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { testPayments, testShopRules } from '#tests/fixtures/payments.ts'

const later = (minutes: number) => new Date(+now + minutes * 60_000)
const show = { date: '2026-07-07', zone: 'Europe/Berlin', country: 'DE', venue: 'Lido', city: 'Berlin' }

const keys = createDerivedKeys('a secret of this test')

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

/** Every row of the site, as PostgreSQL writes it; but not the log, nor what an undo uses up. */
async function rowsOf(site: TestSite): Promise<Rows> {
  const found: Rows = {}
  const order: Role[] = ['administrator', 'worker', 'checkout', ...roles]
  for (const role of order)
    await site.as(role, async (tx) => {
      const { rows: tables } = await tx.execute<{ name: string }>(sql`
        select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'website_id'
        where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(pg_class.oid, 'select')`)
      for (const { name } of tables.filter((table) => !(table.name in found))) {
        const { rows } = await tx.execute<{ row: string }>(
          sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`,
        )
        found[name] = rows.map(({ row }) => JSON.parse(row))
      }
    })
  const { activity_logs: _, undoable_deletes: __, ...others } = found
  return others
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  // Makes the queue of mails.
  await openAccounts(database)

  async function newTestSite(place?: TestSite) {
    const site = place ?? (await createTestSite(database))
    const contactService = testContactService()
    const payments = testPayments(database)
    let time = now
    const clientOf = (actor: Actor) => {
      const api = createTestApi(
        database,
        site,
        actor,
        {},
        {
          contactService,
          payments,
          clock: () => time,
          site: { features: featuresOf() },
        },
      )
      return (method: string, path: string, body?: unknown) =>
        api.request(`/api/admin/${path}`, jsonRequest(body, { method, headers: { origin: 'http://localhost' } }))
    }
    const signedIn = { userId: site.userId, sessionId: newId(), authenticatedBy: 'session' } as const
    const ask = clientOf({ kind: 'administrator', ...signedIn })
    async function made(path: string, body: object): Promise<{ id: string; slug: string }> {
      const answer = await ask('POST', path, body)
      expect(answer.status, path).toBe(201)
      return answer.json()
    }
    async function deleted(method: string, path: string, body?: object): Promise<string> {
      const answer = await ask(method, path, body)
      expect(answer.status, path).toBe(200)
      const { undo } = await answer.json()
      expect(undo, path).toMatch(/^[\da-f-]{36}$/)
      return undo
    }
    return {
      site,
      ask,
      made,
      deleted,
      visitor: clientOf({ kind: 'visitor' }),
      stranger: clientOf({ kind: 'signed-in', ...signedIn }),
      setTime: (to: Date) => {
        time = to
      },
      undo: (id: string) => ask('POST', `undo/${id}`),
      log: async () =>
        (await site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id))).map(
          ({ resourceType, action, resourceId, resourceName, details }) => ({
            resourceType,
            action,
            resourceId,
            resourceName,
            details,
          }),
        ),
      shop: { sealer: payments({ siteId: site.websiteId, shop: testShopRules }).sealer, keys },
      write: (message: string) =>
        site.as('visitor', (tx) =>
          receiveMessage(tx, contactService(site.websiteId), {
            form: { name: 'Ann Lee', email: 'ann@example.com', subject: 'A question', message },
            check: { once: newId(), expiresAt: now },
            site: { name: 'A site', locale: 'en-GB' },
            to: 'owner@site.example',
            now,
          }),
        ),
    }
  }
  type Setup = Awaited<ReturnType<typeof newTestSite>>

  /** A file for sale with a preview and, for a buyer, a count of downloads. */
  async function putTrack({ site, shop }: Setup, productId: string, { isBought = true } = {}): Promise<string> {
    const kept = {
      bytes: 2 ** 40 / 2 ** 12,
      chunkBytes: 9,
      chunks: ['x', 'y"\\'],
      hash: 'x',
      details: { trackTitle: 'Ünë "1"' },
    }
    const [file] = await site.as('administrator', (tx) =>
      tx
        .insert(productFiles)
        .values({
          productId,
          fileType: 'tracks',
          name: 'song.mp3',
          type: 'audio/mpeg',
          uploadId: newId(),
          position: 1,
          ...kept,
        })
        .returning(),
    )
    const fileId = file!.id
    const right = isBought ? await insertDownloadRight(site, shop, productId) : null
    await site.as('worker', async (tx) => {
      const peaks = Buffer.alloc(1_000, 7).toString('base64')
      const clip = { clipHash: 'a'.repeat(64), clipEnding: 'mp3', clipBytes: 9, clipStartMs: 0, clipMs: 9 } as const
      await tx.insert(trackPreviews).values({ productId, fileId, state: 'ready', peaks, ...clip })
      const counted = { completed: 2, served: [], servedBytes: 2 ** 41, updatedAt: now }
      if (right) await tx.insert(downloadCounts).values({ downloadId: right.id, fileId, ...counted })
    })
    return fileId
  }

  const cases: Record<
    string,
    {
      /** Fills the site, deletes, and returns the id of the undo. */
      run: (setup: Setup, remember: () => Promise<void>) => Promise<string>
      logged: object[]
      /** What an undo may leave changed. */
      changed?: string[]
    }
  > = {
    shows: {
      run: async ({ made, deleted }, remember) => {
        const first = await made('shows', {
          ...show,
          time: '20:30',
          doorsTime: '19:00',
          tags: ['a', 'b "c"'],
          supportActs: ['Ünë'],
          onSaleAt: '2026-05-02T10:00:00.123Z',
          status: 'upcoming',
        })
        const second = await made('shows', { ...show, venue: 'SO36' })
        await made('shows', { ...show, venue: 'Stays' })
        await remember()
        return deleted('POST', 'shows/bulk-delete', { ids: [first.id, second.id] })
      },
      logged: [
        { resourceType: 'tour_date', resourceName: '2026-07-07 Berlin, Lido' },
        { resourceType: 'tour_date', resourceName: '2026-07-07 Berlin, SO36' },
      ],
    },
    'media items': {
      run: async ({ made, deleted }, remember) => {
        const film = { kind: 'video', title: 'A film', source: 'https://vimeo.com/76979871', isPublished: true }
        const { id } = await made('media', film)
        await remember()
        return deleted('POST', 'media/bulk-delete', { ids: [id] })
      },
      logged: [{ resourceType: 'media_item', resourceName: 'A film' }],
    },
    'an announcement': {
      run: async ({ made, deleted }, remember) => {
        const { id } = await made('announcements', { title: 'News', message: 'Of us', endDate: '2026-06-01T00:00:00Z' })
        await remember()
        return deleted('DELETE', `announcements/${id}`)
      },
      logged: [{ resourceType: 'announcement', resourceName: 'News' }],
    },
    'old announcements': {
      run: async ({ site, made, deleted }, remember) => {
        for (const title of ['One', 'Two']) await made('announcements', { title, message: 'Of us' })
        await site.as('administrator', (tx) => tx.update(announcements).set({ createdAt: later(-60 * 24 * 40) }))
        await made('announcements', { title: 'New', message: 'Of us' })
        await remember()
        return deleted('POST', 'announcements/clear-old', { olderThanDays: 30 })
      },
      logged: [
        { resourceType: 'announcement', resourceName: 'One' },
        { resourceType: 'announcement', resourceName: 'Two' },
      ],
    },
    messages: {
      run: async ({ site, write, deleted }, remember) => {
        const ids = [await write('One'), await write('Two')]
        await site.as('worker', (tx) => tx.update(mails).set({ state: 'failed' }))
        await site.as('administrator', (tx) =>
          tx
            .update(contactMessages)
            .set({ readAt: later(1) })
            .where(eq(contactMessages.id, ids[0]!)),
        )
        await remember()
        return deleted('POST', 'messages/bulk-delete', { ids })
      },
      logged: [{ resourceType: 'contact_message', resourceName: null, details: { messages: expect.any(Array) } }],
    },
    'a failed mail': {
      run: async ({ site, write, deleted }, remember) => {
        const id = await write('One')
        await site.as('worker', (tx) => tx.update(mails).set({ state: 'failed', failure: 'Nobody there' }))
        await remember()
        return deleted('POST', 'system/mails/bulk-delete', { ids: [id] })
      },
      logged: [{ resourceType: 'mail', details: { mails: [expect.any(String)] } }],
    },
    'a category': {
      run: async ({ made, deleted }, remember) => {
        const category = await made('categories', { name: 'Records' })
        await made('products', { name: 'In it', price: 900, categoryId: category.id })
        await made('products', { name: 'In none', price: 900 })
        await remember()
        return deleted('DELETE', `categories/${category.id}`)
      },
      logged: [{ resourceType: 'product_category', resourceName: 'Records' }],
      changed: ['products.sequence', 'products.updated_at'],
    },
    'a product': {
      run: async (setup, remember) => {
        const { site, made, deleted } = setup
        const category = await made('categories', { name: 'Shirts' })
        const { id } = await made('products', {
          name: 'A shirt',
          description: 'Of **cotton**',
          price: 2_500,
          categoryId: category.id,
          status: 'published',
          optionNames: ['Size'],
          variants: ['S', 'M'].map((size) => ({ options: [size], stockQuantity: 9 })),
          images: [{ imageUrl: '/images/abc/1-shirt.webp', alt: 'A shirt' }],
        })
        await putTrack(setup, id, { isBought: false })
        await site.as('administrator', (tx) =>
          tx.insert(uploadSessions).values({
            sessionId: 'open',
            userId: site.userId,
            productId: id,
            fileType: 'tracks',
            fileName: 'x.mp3',
            details: {},
            totalChunks: 1,
            expectedBytes: 9,
          }),
        )
        await site.as('worker', async (tx) => {
          await tx.insert(cartAdditions).values({ productId: id, day: '2026-05-01', added: 2 })
          const seen = { firstPlayedAt: now, lastPlayedAt: now, datePlayed: '2026-05-01' }
          await tx.insert(previewPlays).values({ productId: id, playCount: 3, ...seen })
        })
        await remember()
        return deleted('DELETE', `products/${id}`)
      },
      logged: [{ resourceType: 'product', resourceName: 'A shirt' }],
    },
    'a bundle': {
      run: async ({ made, deleted }, remember) => {
        const parts = [
          await made('products', { name: 'One', price: 900 }),
          await made('products', { name: 'Two', price: 900 }),
        ]
        const bundle = {
          name: 'Both',
          price: 1_500,
          productType: 'bundle',
          parts: parts.map(({ id }) => ({ productId: id })),
        }
        const { id } = await made('products', bundle)
        await remember()
        return deleted('DELETE', `products/${id}`)
      },
      logged: [{ resourceType: 'product', resourceName: 'Both' }],
    },
    'a file of a product': {
      run: async (setup, remember) => {
        const { ask, made, deleted } = setup
        const { id: productId } = await made('products', { name: 'Songs', price: 900, productType: 'digital' })
        const fileId = await putTrack(setup, productId)
        const described = await ask('PATCH', 'product-files/album', { productId, words: { artist: 'Ann' } })
        expect(described.status).toBe(200)
        await remember()
        return deleted('DELETE', `product-files/${fileId}`)
      },
      logged: [{ resourceType: 'product_file', resourceName: 'song.mp3' }],
      // The session keeps the bytes for a day.
      changed: ['products.updated_at', 'upload_sessions'],
    },
  }

  test.each(Object.keys(cases))('undo restores %s exactly, and records it', async (name) => {
    const setup = await newTestSite()
    const { site, undo, log } = setup
    const { run, logged, changed = [] } = cases[name]!
    const comparable = async () =>
      Object.fromEntries(
        Object.entries(await rowsOf(site))
          .filter(([table]) => !changed.includes(table))
          .map(([table, rows]) => [
            table,
            rows
              .map((row) =>
                Object.fromEntries(Object.entries(row).filter(([column]) => !changed.includes(`${table}.${column}`))),
              )
              .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
          ]),
      )
    let before: unknown
    const id = await run(setup, async () => {
      before = await comparable()
    })
    expect(await comparable()).not.toEqual(before)
    const logBefore = await log()
    const answer = await undo(id)
    expect([answer.status, await answer.clone().json()]).toEqual([200, { restored: expect.any(Number) }])
    expect(await comparable()).toEqual(before)
    const restored = (await log()).slice(logBefore.length)
    expect(restored).toMatchObject(logged.map((line) => ({ action: 'restored', ...line })))
    expect(await site.as('administrator', (tx) => tx.select().from(undoableDeletes))).toEqual([])
  })

  test('undoes a delete only once', async () => {
    const { made, deleted, undo } = await newTestSite()
    const { id } = await made('announcements', { title: 'News', message: 'Of us' })
    const token = await deleted('DELETE', `announcements/${id}`)
    const answers = await Promise.all([undo(token), undo(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    const again = await undo(token)
    expect([again.status, await again.json()]).toEqual([
      410,
      { error: refusalMessages['undo-over'], reason: 'undo-over' },
    ])
  })

  test('an undo is refused after five minutes, and the kept rows are swept', async () => {
    const { site, made, deleted, undo, setTime } = await newTestSite()
    const tokens = []
    for (const title of ['One', 'Two'])
      tokens.push(await deleted('DELETE', `announcements/${(await made('announcements', { title, message: 'x' })).id}`))
    setTime(later(4.9))
    expect((await undo(tokens[0]!)).status).toBe(200)
    setTime(later(5.1))
    expect((await undo(tokens[1]!)).status).toBe(410)
    const kept = () => site.as('worker', (tx) => tx.select({ id: undoableDeletes.id }).from(undoableDeletes))
    expect(await kept()).toEqual([{ id: tokens[1] }])
    await site.as('worker', (tx) => sweepUndoableDeletes(tx, later(4.9)))
    expect(await kept()).toHaveLength(1)
    await site.as('worker', (tx) => sweepUndoableDeletes(tx, later(5.1)))
    expect(await kept()).toEqual([])
  })

  test.each<[string, (setup: Setup) => Promise<string>, (setup: Setup) => Promise<unknown>]>([
    [
      'the slug of a show',
      async ({ made, deleted }) => deleted('POST', 'shows/bulk-delete', { ids: [(await made('shows', show)).id] }),
      ({ made }) => made('shows', show),
    ],
    [
      'the slug of a product',
      async ({ made, deleted }) =>
        deleted('DELETE', `products/${(await made('products', { name: 'A record', price: 9 })).id}`),
      ({ made }) => made('products', { name: 'A record', price: 9 }),
    ],
    [
      'the name of a category',
      async ({ ask, made, deleted }) => {
        const { id } = await made('categories', { name: 'Old name' })
        expect((await ask('PUT', `categories/${id}`, { name: 'Records', sequence: 0 })).status).toBe(200)
        return deleted('DELETE', `categories/${id}`)
      },
      ({ made }) => made('categories', { name: 'RECORDS' }),
    ],
  ])('restores nothing when %s was taken meanwhile, and can be repeated', async (_, remove, take) => {
    const setup = await newTestSite()
    const { site, undo, log } = setup
    const token = await remove(setup)
    await take(setup)
    const [before, logBefore] = [await rowsOf(site), await log()]
    const answer = await undo(token)
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { error: refusalMessages['undo-taken'], reason: 'undo-taken' },
    ])
    expect([await rowsOf(site), await log()]).toEqual([before, logBefore])
    expect((await undo(token)).status).toBe(409)
  })

  test('refuses an undo when a row that the deleted one refers to is gone', async () => {
    const setup = await newTestSite()
    const { site, made, deleted, undo } = setup
    const { id: productId } = await made('products', { name: 'Songs', price: 900, productType: 'digital' })
    const fileId = await putTrack(setup, productId, { isBought: false })
    const file = await deleted('DELETE', `product-files/${fileId}`)
    const product = await deleted('DELETE', `products/${productId}`)
    const answer = await undo(file)
    expect([answer.status, (await answer.json()).reason]).toEqual([409, 'undo-incomplete'])
    expect((await undo(product)).status).toBe(200)
    expect((await undo(file)).status).toBe(200)
    expect(await site.as('administrator', (tx) => tx.select({ id: productFiles.id }).from(productFiles))).toEqual([
      { id: fileId },
    ])
  })

  test('refuses to restore a bundle whose part now has variants', async () => {
    const { site, ask, made, deleted, undo } = await newTestSite()
    const part = await made('products', { name: 'A shirt', price: 900 })
    const bundle = { name: 'Set', price: 900, productType: 'bundle', parts: [{ productId: part.id }] }
    const token = await deleted('DELETE', `products/${(await made('products', bundle)).id}`)
    const withSizes = {
      name: 'A shirt',
      price: 900,
      optionNames: ['Size'],
      variants: [{ options: ['S'] }],
      sequence: 0,
    }
    expect((await ask('PUT', `products/${part.id}`, withSizes)).status).toBe(200)
    const answer = await undo(token)
    expect([answer.status, (await answer.json()).reason]).toEqual([409, 'undo-incomplete'])
    expect(await site.as('administrator', (tx) => tx.select({ id: products.id }).from(products))).toEqual([
      { id: part.id },
    ])
  })

  test('restores a category to those products that still have none', async () => {
    const { site, ask, made, deleted, undo } = await newTestSite()
    const [old, other] = [await made('categories', { name: 'Old' }), await made('categories', { name: 'Other' })]
    const product = { name: 'Moved', price: 900 }
    const moved = await made('products', { ...product, categoryId: old.id })
    const stayed = await made('products', { name: 'Stayed', price: 900, categoryId: old.id })
    const token = await deleted('DELETE', `categories/${old.id}`)
    const change = await ask('PUT', `products/${moved.id}`, { ...product, categoryId: other.id, sequence: 1 })
    expect(change.status).toBe(200)
    expect((await undo(token)).status).toBe(200)
    const { id, categoryId, sequence } = products
    const found = await site.as('administrator', (tx) =>
      tx.select({ id, categoryId, sequence }).from(products).orderBy(id),
    )
    expect(found).toEqual([
      { id: moved.id, categoryId: other.id, sequence: 2 },
      // An editor that was opened before the undo gets a conflict.
      { id: stayed.id, categoryId: old.id, sequence: 2 },
    ])
  })

  test('only administrators of the same site undo a delete', async () => {
    const [ours, theirs] = [await newTestSite(), await newTestSite()]
    const { id } = await ours.made('announcements', { title: 'News', message: 'Of us' })
    const token = await ours.deleted('DELETE', `announcements/${id}`)
    expect((await ours.visitor('POST', `undo/${token}`)).status).toBe(401)
    expect((await ours.stranger('POST', `undo/${token}`)).status).toBe(403)
    expect((await theirs.undo(token)).status).toBe(410)
    expect((await theirs.undo(newId())).status).toBe(410)
    for (const role of ['visitor', 'checkout', 'auth_service'] as const)
      await expect(
        ours.site.as(role, (tx) => tx.select().from(undoableDeletes)),
        role,
      ).rejects.toThrow()
    expect((await ours.undo(token)).status).toBe(200)
  })

  test('stores no rows for undo when a delete is refused', async () => {
    const { site, ask, made } = await newTestSite()
    const { id } = await made('shows', show)
    expect((await ask('POST', 'shows/bulk-delete', { ids: [id, newId()] })).status).toBe(404)
    const nothingOld = await ask('POST', 'announcements/clear-old', { olderThanDays: 30 })
    expect(await nothingOld.json()).toEqual({ changed: 0, undo: null })
    expect(await site.as('administrator', (tx) => tx.select().from(undoableDeletes))).toEqual([])
  })

  test('every foreign key restricts or cascades a delete', async () => {
    const site = await createTestSite(database)
    // An undo would not restore a column that the database has set to null or to its default.
    const others = await site.as('worker', (tx) =>
      tx.execute(sql`select conname from pg_constraint where contype = 'f'
        and connamespace = 'public'::regnamespace and confdeltype not in ('a', 'r', 'c')`),
    )
    expect(others.rows).toEqual([])
  })
})
