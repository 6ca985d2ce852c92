import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params } from '#api/guards.ts'
import { presentWrittenPage, WrittenPageAnswer } from '#api/site/pages.ts'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import { starterParts, writtenPageSchema } from '#domain/site-editor/document.ts'
import { picturesInDocument } from '#domain/site-editor/document-pictures.ts'
import { LegalChoice, legalPages } from '#domain/site-editor/legal/legal-facts.ts'
import { legalTemplate } from '#domain/site-editor/legal/legal-template.ts'
import { picturesAt } from '#server/images/pictures.ts'
import { renderWrittenPage } from '#server/pages/written-pages.ts'
import { readCurrentSite } from '#server/site-editor/current-site.ts'

const FilePicture = z.strictObject({ file: z.string(), address: z.string() })
const Template = z.strictObject({ title: z.string(), description: z.string(), markdown: z.string() })

/** What the forms of the texts need besides the draft. */
export const siteTextsRoutes = new Hono<ApiEnv>()
  .get(
    '/pictures',
    may('site:edit'),
    answers('Lists the pictures of the site’s folder that its starter shows.', z.array(FilePicture)),
    (c) => {
      const { starter, services } = c.var
      const pictures = picturesInDocument(starterParts(starter, services.starterPages)).flatMap((file) => {
        const picture = services.fileNamed(file)
        return picture ? [{ file, address: fallbackImagePath(picture) }] : []
      })
      return c.json(pictures)
    },
  )
  .post(
    '/preview',
    may('site:edit'),
    body(writtenPageSchema),
    answers('Returns a page of text as visitors would see it.', WrittenPageAnswer),
    async (c) => {
      const page = renderWrittenPage(c.req.valid('json'))
      const { fileNamed, fileAt } = c.var.services
      const addresses = page.chapters.map(({ image }) => image)
      const { site, uploadedAt } = await c.var.inSite(async (tx) => {
        const { site } = await readCurrentSite(tx, c.var.starter, 'draft')
        return { site, uploadedAt: await picturesAt(tx, addresses, fileAt) }
      })
      return c.json(presentWrittenPage(page, { site, pictureOf: (image) => uploadedAt(image, '') ?? fileNamed(image) }))
    },
  )
  .post(
    '/templates/:page',
    may('site:edit'),
    params(z.object({ page: z.enum(legalPages) })),
    body(LegalChoice),
    answers('Returns a template for a text, filled from the settings of the site.', Template),
    async (c) => {
      const { site } = await c.var.inSite((tx) => readCurrentSite(tx, c.var.starter, 'draft'))
      return c.json(legalTemplate(c.req.valid('param').page, site, c.req.valid('json')))
    },
  )
