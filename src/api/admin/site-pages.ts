import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params } from '#api/guards.ts'
import { presentSections, SectionAnswer } from '#api/site/sections.ts'
import { cachedShopItems } from '#api/site/shop.ts'
import { hasShop, hasTour } from '#domain/sites/features.ts'
import { type SiteChoiceKind, siteChoiceKinds } from '#domain/sites/fields.ts'
import { countryName } from '#domain/tour/country.ts'
import { sectionList } from '#sections/kinds.ts'
import { listShows } from '#server/tour/queries.ts'

const SectionChoice = z.strictObject({ value: z.string(), label: z.string() })
type SectionChoice = z.output<typeof SectionChoice>

const sectionsToShow = z.strictObject({ sections: sectionList() })

/** What the page builder needs besides the draft. */
export const sitePagesRoutes = new Hono<ApiEnv>()
  .get(
    '/things/:thing',
    may('site:edit'),
    params(z.object({ thing: z.enum(siteChoiceKinds) })),
    answers('Lists what a section can show: records, products, categories or countries.', z.array(SectionChoice)),
    async (c) => c.json(await choiceReaders[c.req.valid('param').thing](c)),
  )
  .post(
    '/sections',
    may('site:edit'),
    body(sectionsToShow),
    answers('Returns sections as visitors would see them.', z.array(SectionAnswer)),
    (c) => c.json(presentSections(c, c.req.valid('json').sections)),
  )

const choiceReaders: Record<SiteChoiceKind, (c: Context<ApiEnv>) => Promise<SectionChoice[]>> = {
  release: async (c) => (await c.var.collections()).releases.map(({ slug, title }) => ({ value: slug, label: title })),
  products: async (c) => (await readShopItems(c)).map(({ slug, name }) => ({ value: slug, label: name })),
  category: async (c) => {
    const categories = (await readShopItems(c)).flatMap(({ category }) => (category ? [category] : []))
    return sortedChoices(c, new Map(categories.map(({ slug, name }) => [slug, name])))
  },
  country: async (c) => {
    if (!hasTour(c.var.site)) return []
    const shows = await c.var.asVisitor((tx) => listShows(tx, c.var.now, { includePast: false }))
    return sortedChoices(c, new Map(shows.map(({ country }) => [country, countryName(country, c.var.site.locale)])))
  },
}

const readShopItems = async (c: Context<ApiEnv>) => (hasShop(c.var.site) ? cachedShopItems(c) : [])

const sortedChoices = (c: Context<ApiEnv>, things: ReadonlyMap<string, string>): SectionChoice[] =>
  [...things]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label, c.var.site.locale))
