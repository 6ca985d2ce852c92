import sharp from 'sharp'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'
import type { HostileSetup, Id, SluggedRow } from '#tests/journeys/hostile-setup.ts'
import type { Purchase } from '#tests/journeys/hostile-strangers.ts'
import { packPayloads, payloads, rowsOfPayloads, toSingleLine } from '#tests/journeys/payloads.ts'
import { asLink, isLink } from '#tests/journeys/text-fields.ts'

export const all = payloads.join(' ')
/** As much of it as a URL can hold, in an external and in an internal one. */
const link = asLink(payloads.filter(isLink).join('&'))
const path = link.replace('https://links.example', '')

/** Writes the hostile rows in parallel. */
const stored = <R extends object, A extends Id>(
  { owner }: HostileSetup,
  path: string,
  rows: R[],
  draftOf: (row: R, at: number) => object,
) => Promise.all(rows.map(async (row, at) => ({ ...row, ...(await owner<A>('POST', path, draftOf(row, at))) })))

/** Hostile text in every input of the owner. */
export async function writeHostileOwnerContent(stage: HostileSetup) {
  const imageUrl = await findDemoPictureUrl(stage)
  const shows = await ownerPlays(stage, imageUrl)
  const news = await stored(
    stage,
    '/api/admin/announcements',
    rowsOfPayloads({ title: 120, message: 500, linkText: 60 }),
    (row) => ({ ...row, linkUrl: link, priority: 900 }),
  )
  const films = await ownerFilms(stage, imageUrl)
  const { things, record } = await ownerSells(stage, imageUrl)
  const images = await ownerHangs(stage)
  return { shows, news, films, things, record, images }
}

async function ownerPlays(stage: HostileSetup, imageUrl: string) {
  const words = { city: 120, venue: 200, address: 300, countyRegion: 120, postCode: 20, eventType: 80, priceNotes: 500 }
  const ofShow = { ...words, venueNotes: 2_000, additionalInfo: 5_000, imageAlt: 300, act: 80, tag: 80 }
  const shows = await stored<Record<keyof typeof ofShow, string>, SluggedRow>(
    stage,
    '/api/admin/shows',
    rowsOfPayloads(ofShow),
    ({ act, tag, ...show }, at) => ({
      ...show,
      date: `2031-03-${String(1 + (at % 28)).padStart(2, '0')}`,
      zone: 'Europe/Berlin',
      country: 'DE',
      supportActs: [act],
      tags: [tag],
      imageUrl,
      bookingLink: link,
      status: 'upcoming',
    }),
  )
  const nowhere = { imageUrl: link, imageAlt: 'A picture of another house' }
  const night = { date: '2031-04-01', zone: 'Europe/Berlin', country: 'DE', city: 'Berlin', venue: 'Lido' }
  await stage.owner('POST', '/api/admin/shows', { ...night, ...nowhere, status: 'upcoming' })
  return shows
}

async function ownerFilms(stage: HostileSetup, posterUrl: string) {
  const films = await stored(
    stage,
    '/api/admin/media',
    rowsOfPayloads({ title: 200, description: 2_000, posterAlt: 300 }),
    (row, at) => ({
      ...row,
      posterUrl,
      kind: 'video',
      source: `https://vimeo.com/${76_979_871 + at}`,
      isPublished: true,
    }),
  )
  for (const [at, name] of packPayloads(200).entries()) {
    const recording = new Uint8Array(taggedWavFile({ INAM: String(at) }))
    const address = `/api/admin/media/files?name=${encodeURIComponent(name)}`
    const { source } = await stage.owner<{ source: string }>('POST', address, recording)
    const poster = { posterUrl: path, posterAlt: 'A picture that is not there' }
    const draft = { kind: 'audio', title: `Recording ${at}`, source, ...poster, isPublished: true }
    await stage.owner('POST', '/api/admin/media', draft)
  }
  return films
}

async function ownerSells(stage: HostileSetup, imageUrl: string) {
  const categories = await stored(stage, '/api/admin/categories', rowsOfPayloads({ name: 80 }), ({ name }) => ({
    name,
  }))
  const ofThing = { name: 160, description: 20_000, option: 40, value: 60, alt: 300 }
  const things = await stored<Record<keyof typeof ofThing, string>, SluggedRow>(
    stage,
    '/api/admin/products',
    rowsOfPayloads(ofThing),
    ({ option, value, alt, ...words }) => ({
      ...words,
      price: 900,
      status: 'published',
      optionNames: [option],
      categoryId: categories[0]!.id,
      variants: [{ options: [value], stockQuantity: 9 }],
      images: [{ imageUrl, alt }],
    }),
  )
  const record = await stage.owner<SluggedRow>('POST', '/api/admin/products', {
    name: toSingleLine(packPayloads(160)[1]!),
    description: all,
    price: 900,
    status: 'published',
    stockQuantity: 90,
    images: [{ imageUrl: path, alt: 'A picture that is not there' }],
  })
  await ownerCounts(stage, record)
  return { things, record }
}

/** Pictures with hostile names, each with hostile words. */
async function ownerHangs({ owner }: HostileSetup) {
  const rows = rowsOfPayloads({ name: 300, caption: 300, alt: 300 })
  for (const [at, { name }] of rows.entries()) {
    const background = { r: 10 * at, g: 90, b: 160 }
    const bytes = await sharp({ create: { width: 32, height: 24, channels: 3, background } })
      .png()
      .toBuffer()
    const address = `/api/admin/pictures?name=${encodeURIComponent(name)}`
    const { id } = await owner<Id>('POST', address, new Uint8Array(bytes))
    await owner('POST', '/api/admin/gallery', { pictureIds: [id] })
  }
  const { images } = await owner<{ images: { id: string; sequence: number }[] }>('GET', '/api/admin/gallery?size=100')
  for (const [at, { caption, alt }] of rows.entries()) {
    const { id, sequence } = images[at]!
    await owner('PUT', `/api/admin/gallery/${id}`, { caption, alt, takenOn: null, isPublished: true, sequence })
  }
  return images
}

/** One of the demo's. */
export async function findDemoPictureUrl({ owner }: HostileSetup): Promise<string> {
  type Shown = { images: { imageUrl: string }[] }
  const { products } = await owner<{ products: Shown[] }>('GET', '/api/admin/products?size=100')
  return products.flatMap(({ images }) => images)[0]!.imageUrl
}

/** Every word that can be written beside a number on a shelf. */
async function ownerCounts(stage: HostileSetup, product: Id): Promise<void> {
  const stockItem = await stockItemOf(stage, product)
  for (const [at, note] of packPayloads(200).entries())
    await stage.owner('PUT', `/api/admin/inventory/${stockItem}`, { quantity: 91 + at, seen: 90 + at, note })
}

export async function stockItemOf({ owner }: HostileSetup, { id }: Id): Promise<string> {
  type Shelves = { items: (Id & { productId: string })[]; total: number }
  for (let page = 1; ; page++) {
    const { items, total } = await owner<Shelves>('GET', `/api/admin/inventory?size=100&page=${page}`)
    const stockItem = items.find(({ productId }) => productId === id)
    if (stockItem || page * 100 >= total) return stockItem!.id
  }
}

/** As long as a name or a tag is kept; what is longer is cut. */
const [maxFileNameLength, maxTagLength] = [196, 300]

/** Recordings whose names and tags are hostile, and the words that their owner adds. */
export async function uploadHostileRecordings({ owner, websiteId }: HostileSetup): Promise<SluggedRow> {
  const product = await owner<SluggedRow>('POST', '/api/admin/products', {
    name: toSingleLine(packPayloads(160)[0]!),
    description: all,
    price: 150,
    productType: 'digital',
  })
  const tagged = { INAM: maxTagLength, IART: maxTagLength, IPRD: maxTagLength, IGNR: maxTagLength, ICMT: maxTagLength }
  const tagLengths = { artist: 300, productName: 300, trackTitle: 300, fileName: maxFileNameLength }
  const rows = rowsOfPayloads({ ...tagged, ...tagLengths })
  const words = rowsOfPayloads({
    title: maxTagLength,
    artist: maxTagLength,
    genre: maxTagLength,
    composer: maxTagLength,
  })
  for (const [at, { fileName, artist, productName, trackTitle, ...tags }] of rows.entries()) {
    const form = new FormData()
    form.append('chunk', new Blob([new Uint8Array(taggedWavFile(tags))]), 'blob')
    const fields = {
      sessionId: `hostile-session-${at}`,
      chunkIndex: '0',
      totalChunks: '1',
      fileName: `${fileName}.wav`,
      websiteId,
      productId: product.id,
      fileType: 'tracks',
      artist,
      productName,
      trackTitle,
    }
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    const { fileId } = await owner<{ fileId: string }>('POST', '/api/upload/chunked', form)
    // The others keep the words of their tags.
    if (words[at]) await owner('PATCH', `/api/admin/product-files/${fileId}`, words[at])
  }
  await owner('POST', '/api/admin/products/status', { ids: [product.id], status: 'published' })
  return product
}

/** Each album edit replaces the previous one, so the page is checked after each. */
export async function setHostileAlbumTags(
  { owner }: HostileSetup,
  { id }: Id,
  look: (words: string[]) => Promise<void>,
) {
  for (const words of rowsOfPayloads({ album: maxTagLength, artist: maxTagLength, genre: maxTagLength })) {
    await owner('PATCH', '/api/admin/product-files/album', { productId: id, words })
    await look(Object.values(words))
  }
}

type Order = Id & { sequence: number }

/** Notes of the owner about orders, and messages to buyers. */
export async function writeHostileSupportNotes({ owner }: HostileSetup, orders: Purchase[]): Promise<void> {
  const orderOf = (number: string) => owner<Order>('GET', `/api/admin/orders/${number}`)
  const [{ number: order }] = orders as [Purchase]
  const { id } = await orderOf(order)
  for (const text of packPayloads(2_000)) {
    await owner('POST', `/api/admin/orders/${id}/notes`, { text })
    await owner('POST', '/api/admin/customer-support/notes', { order, text })
  }
  for (const { subject, text } of rowsOfPayloads({ subject: 120, text: 5_000 }))
    await owner('POST', '/api/admin/customer-support/answers', { order, subject: toSingleLine(subject), text })
  for (const [at, carrier] of packPayloads(60).entries()) {
    const { id, sequence } = await orderOf(orders[at % orders.length]!.number)
    const draft = { carrier: toSingleLine(carrier), number: 'AB123456789GB', sequence }
    await owner('PUT', `/api/admin/orders/${id}/tracking`, draft)
  }
}
