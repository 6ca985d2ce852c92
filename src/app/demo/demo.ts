import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type PastPayment, seedDemoOrders } from '#app/demo/orders.ts'
import { seedDemoShop } from '#app/demo/shop.ts'
import { seedTracks } from '#app/demo/tracks.ts'
import { seedDemoVisits } from '#app/demo/visits.ts'
import type { Payments } from '#app/payments.ts'
import type { SiteRegistry } from '#domain/sites/registry.ts'
import type { Site } from '#domain/sites/site.ts'
import { localDateTimeOf } from '#domain/time/local-time.ts'
import { announcements } from '#server/announcements/table.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { appendGalleryImages } from '#server/gallery/commands.ts'
import type { Images } from '#server/images/images.ts'
import { pictureKey } from '#server/images/pictures.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import type { SiteFile } from '#server/images/site-files.ts'
import { pictures } from '#server/images/table.ts'
import { insertMedia } from '#server/media/commands.ts'
import { receiveMediaFile, storeMediaFile } from '#server/media/files.ts'
import { websites } from '#server/sites/table.ts'
import { insertShow } from '#server/tour/commands.ts'
import { type Demo, demos } from '#sites/demo.ts'

type Deps = {
  database: Database
  sites: Pick<SiteRegistry, 'inFolders'>
  images: Images
  files: Pick<PictureUploadDeps, 'store' | 'receiver'>
  payments: Pick<Payments, 'commerceFor' | 'sandbox'>
  /** Called before a website is filled, which takes a while. */
  filling?: (site: Site) => void
}

/** Longer than it takes, for the process that fills a site and for those that wait for it. */
const timeoutMs = 60_000

/** Fills each website that has a demo, once in its life; the first of several processes does it. */
export async function seedDemoContent(deps: Deps, owner: string, now: Date): Promise<void> {
  const { database, sites, images, files, payments, filling } = deps
  for (const site of sites.inFolders) {
    const demo = demos[site.folder]
    const photographs = images.photographsOf(site, 'gallery-')
    if (!demo && !photographs.length) continue
    const scope = { websiteId: site.siteId, role: 'administrator', userId: owner } as const
    let paid: PastPayment[] = []
    await inSite(
      database,
      scope,
      async (tx) => {
        if (!(await isFirst(tx, site.siteId, now))) return
        filling?.(site)
        if (demo) await fillSite(tx, demo, site, now)
        if (demo) await fillMedia(tx, demo, site, files, now)
        const context = { userId: owner, now }
        const sold = await seedDemoShop(tx, demo?.products ?? [], (file) => images.pictureOf(site, file), context)
        await seedTracks(tx, sold, site, files, now)
        if (demo?.hasOrders) {
          paid = await seedDemoOrders(tx, { site, commerce: payments.commerceFor(site), userId: owner, now })
          await seedDemoVisits(tx, { zone: site.zone, now })
        }
        await fillGallery(tx, { site, photographs, captions: demo?.captions ?? {} }, files)
      },
      { timeoutMs },
    )
    await payments.sandbox?.remember(site.siteId, paid)
  }
}

async function isFirst(tx: SiteTx, siteId: string, now: Date): Promise<boolean> {
  await tx.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`))
  // Every row of this transaction is marked as demo content.
  await tx.execute(sql.raw(`set local app.demo = 'on'`))
  const marked = await tx
    .update(websites)
    .set({ demoFilledAt: now })
    .where(and(eq(websites.websiteId, siteId), isNull(websites.demoFilledAt)))
    .returning()
  return marked.length > 0
}

async function fillSite(
  tx: SiteTx,
  { shows, announcements: demoAnnouncements }: Demo,
  { zone }: Site,
  now: Date,
): Promise<void> {
  for (const show of shows?.(localDateTimeOf(now, zone).date) ?? []) await insertShow(tx, show)
  if (demoAnnouncements) await tx.insert(announcements).values(demoAnnouncements(now))
}

/** The recordings and films of the site's folder, and what is said about them. */
async function fillMedia(
  tx: SiteTx,
  { media = [], mediaFiles: names = [] }: Demo,
  { siteId, folder }: Site,
  { store, receiver }: Deps['files'],
  now: Date,
): Promise<void> {
  for (const name of names) {
    const stream = Readable.toWeb(createReadStream(`sites/${folder}/media/${name}`)) as ReadableStream<Uint8Array>
    const body = { stream, length: undefined }
    await receiveMediaFile({ store, receiver }, { websiteId: siteId, body, name }, (file) =>
      storeMediaFile(tx, store, file, now),
    )
  }
  if (media.length > 0) await insertMedia(tx, media)
}

/** The photographs of the site's folder are as they would be kept, and everything about them is in their list. */
async function fillGallery(
  tx: SiteTx,
  { site, photographs, captions }: { site: Site; photographs: SiteFile[]; captions: NonNullable<Demo['captions']> },
  { store, receiver }: Deps['files'],
): Promise<void> {
  if (!photographs.length) return
  await Promise.all(
    photographs.map(async ({ path, original }) =>
      store.put(pictureKey(site.siteId, original.hash), await receiver.copyOf(path)),
    ),
  )
  const made = photographs.map(({ name, bytes, original: { hash }, picture: { width, height, placeholder, alt } }) => ({
    alt,
    hash,
    name,
    width,
    height,
    placeholder,
    bytes,
  }))
  await tx.insert(pictures).values(made).onConflictDoNothing()
  const kept = await tx
    .select({ id: pictures.id, hash: pictures.hash })
    .from(pictures)
    .where(
      inArray(
        pictures.hash,
        made.map(({ hash }) => hash),
      ),
    )
  const idOf = new Map(kept.map(({ id, hash }) => [hash, id]))
  await appendGalleryImages(
    tx,
    photographs.map(({ file, original, picture }) => ({
      pictureId: idOf.get(original.hash)!,
      alt: picture.alt,
      caption: captions[file] ?? '',
    })),
  )
}
