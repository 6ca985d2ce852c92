import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, params, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { clipFinderFor } from '#api/site/previews.ts'
import { cachedShopItems } from '#api/site/shop.ts'
import type { Picture } from '#domain/images/picture.ts'
import { awardResults, releaseKinds, releaseYear, totalTrackDuration } from '#domain/pages/content.ts'
import { streamingLabel } from '#domain/pages/streaming.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasAwards, hasDiscography, hasPress, takesCards } from '#domain/sites/features.ts'
import { withoutClosedMarkdownLinks } from '#domain/sites/markdown.ts'
import { isReachableLinkTarget } from '#domain/sites/navigation.ts'
import { featureListPages, standardListPages } from '#domain/sites/pages.ts'
import type { Site } from '#domain/sites/site.ts'
import type { WrittenPage } from '#server/pages/written-pages.ts'

const text = z.string()
const slug = text.regex(/^[a-z0-9-]{1,100}$/)
const Link = z.strictObject({ target: text, label: text })
const MessageWithLink = z.strictObject({ text, action: Link.nullable() })

const Release = z.strictObject({
  slug: text,
  title: text,
  kind: z.enum(releaseKinds),
  /** A year, or a date. */
  released: text,
  year: z.number(),
  cover: PictureAnswer.nullable(),
  text,
  credits: text,
  runningTime: text,
  /** `clip` is the address of its preview, while a product with it is on sale. */
  tracks: z.array(z.strictObject({ title: text, duration: text, clip: text.nullable() })),
  /** The product that sells it, while the shop lists it. */
  product: text.nullable(),
  isSoldOut: z.boolean(),
  /** Where it can be heard. */
  links: z.array(z.strictObject({ address: text, label: text })),
})

const Award = z.strictObject({
  year: z.number(),
  title: text,
  by: text,
  result: z.enum(awardResults),
  work: text.nullable(),
  text: text.nullable(),
  /** The object that was won. */
  picture: PictureAnswer.nullable(),
})

const PressQuote = z.strictObject({
  quote: text,
  source: text,
  author: text.nullable(),
  year: z.number(),
  link: text.nullable(),
})

const PageTextAnswer = z.strictObject({ title: text, description: text, intro: text })
const ListTextAnswer = PageTextAnswer.extend({
  empty: MessageWithLink,
  /** Beside an entry of the list that has no picture of its own. */
  picture: PictureAnswer.nullable(),
})
export const WrittenPageAnswer = z.strictObject({
  title: text,
  description: text,
  /** Empty for a page in chapters. */
  html: text,
  chapters: z.array(
    z.strictObject({
      heading: text.nullable(),
      /** The year at the end of the heading. */
      year: text.nullable(),
      html: text,
      picture: PictureAnswer.nullable(),
    }),
  ),
})

/** A release links to its product while that is published. */
async function releasesOf(c: Context<ApiEnv>): Promise<z.output<typeof Release>[]> {
  const { site } = c.var
  const { releases, pictureOf } = await c.var.collections()
  const asksShop = takesCards(site) && releases.some(({ product }) => product)
  const items = asksShop ? await cachedShopItems(c) : []
  const onShow = new Map(items.map((item) => [item.slug, item]))
  const clipOf = await clipFinderFor(c, items)
  return releases.map(({ slug, title, kind, text, credits, tracks, product, ...release }) => ({
    slug,
    title,
    kind,
    released: release.released,
    year: releaseYear(release),
    cover: pictureOf(release.cover, release.coverAlt),
    text,
    credits,
    runningTime: totalTrackDuration(tracks),
    tracks: tracks.map(({ title, duration }) => ({ title, duration, clip: clipOf({ title, fileId: null }) })),
    product: product && onShow.has(product) ? product : null,
    isSoldOut: Boolean(product && onShow.get(product)?.isAvailable === false),
    links: (release.links ?? []).map((link) => ({ address: link.address, label: streamingLabel(link) })),
  }))
}

/** 404 for a list whose feature is off. */
const requireSiteFeature = (has: (site: Site) => boolean) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (!has(c.var.site)) throw new Refusal('not-found')
    await next()
  })

export const pagesRoutes = new Hono<ApiEnv>()
  .get(
    '/releases',
    anyone(),
    requireSiteFeature(hasDiscography),
    answers('Lists the releases.', z.array(Release)),
    async (c) => c.json(await releasesOf(c)),
  )
  .get(
    '/release',
    anyone(),
    requireSiteFeature(hasDiscography),
    query(z.object({ slug: slug.optional() })),
    answers('Returns a release, the newest without a name.', z.strictObject({ release: Release.nullable() })),
    async (c) => {
      const { slug: named } = c.req.valid('query')
      const releases = await releasesOf(c)
      return c.json({ release: releases.find(({ slug: each }) => named === undefined || each === named) ?? null })
    },
  )
  .get('/awards', anyone(), requireSiteFeature(hasAwards), answers('Lists the awards.', z.array(Award)), async (c) => {
    const { awards, pictureOf } = await c.var.collections()
    return c.json(
      awards.map(({ year, title, by, result, work, text, image, imageAlt }) => ({
        year,
        title,
        by,
        result,
        work,
        text,
        picture: pictureOf(image, imageAlt),
      })),
    )
  })
  .get(
    '/press',
    anyone(),
    requireSiteFeature(hasPress),
    answers('Lists press quotes.', z.array(PressQuote)),
    async (c) => {
      const { press } = await c.var.collections()
      return c.json(press.map(({ quote, source, author, year, link }) => ({ quote, source, author, year, link })))
    },
  )
  .get(
    '/lists/:page',
    anyone(),
    params(z.object({ page: z.enum([...standardListPages, ...featureListPages]) })),
    answers('Returns the texts around a list.', ListTextAnswer),
    (c) => {
      const words = c.var.site.content.pages[c.req.valid('param').page]
      if (!words) throw new Refusal('not-found')
      const { title, description, intro, empty, image } = words
      return c.json({ title, description, intro, empty, picture: image ? c.var.services.picture(image) : null })
    },
  )
  .get('/contact', anyone(), answers('Returns the texts around the contact form.', PageTextAnswer), (c) => {
    const { title, description, intro } = c.var.site.content.pages.contact
    return c.json({ title, description, intro })
  })
  .get(
    '/written/:page',
    anyone(),
    params(z.object({ page: text.regex(/^[a-z-]{1,40}$/) })),
    answers('Returns a page of text.', WrittenPageAnswer),
    (c) => {
      const page = c.var.services.writtenPage(c.req.valid('param').page)
      if (!page) throw new Refusal('not-found')
      return c.json(presentWrittenPage(page, { site: c.var.site, pictureOf: c.var.services.picture }))
    },
  )

type WrittenPageContext = {
  site: Pick<Site, 'features' | 'ownPages'>
  pictureOf: (image: string) => Picture | null
}

/** Links to pages that visitors cannot open are left out; their words stay. */
export function presentWrittenPage(
  { title, description, html, chapters }: WrittenPage,
  { site, pictureOf }: WrittenPageContext,
): z.output<typeof WrittenPageAnswer> {
  const isOpen = (target: string) => isReachableLinkTarget(site, target)
  const presentPicture = (image: string | null, alt: string | null) => {
    const picture = image === null ? null : pictureOf(image)
    return picture && { ...picture, alt: alt ?? picture.alt }
  }
  return {
    title,
    description,
    html: withoutClosedMarkdownLinks(html, isOpen),
    chapters: chapters.map(({ heading, year, html, image, alt }) => ({
      heading,
      year,
      html: withoutClosedMarkdownLinks(html, isOpen),
      picture: presentPicture(image, alt),
    })),
  }
}
