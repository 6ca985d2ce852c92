import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, EmptyAnswer, may, params, timestamp } from '#api/guards.ts'
import { previewLinkBasePath } from '#domain/site-editor/preview.ts'
import { lineSchema } from '#domain/sites/content-schema.ts'
import {
  createPreviewLink,
  deletePreviewLink,
  listPreviewLinks,
  type PreviewLink,
} from '#server/site-editor/preview-links.ts'

const PreviewLinkAnswer = z.strictObject({
  id: z.uuid(),
  note: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
})
export type ListedPreviewLink = z.output<typeof PreviewLinkAnswer>

const present = ({ id, note, createdAt, expiresAt }: PreviewLink): ListedPreviewLink => ({
  id,
  note,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/** Links that show the draft to people without an account. */
export const adminPreviewLinksRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    may('site:edit'),
    answers('Lists the preview links that are valid.', z.array(PreviewLinkAnswer)),
    async (c) => c.json((await c.var.inSite((tx) => listPreviewLinks(tx, c.var.now))).map(present)),
  )
  .post(
    '/',
    may('site:edit'),
    body(z.strictObject({ note: lineSchema.or(z.literal('')) })),
    answers(
      'Creates a preview link. Only this answer has its address.',
      PreviewLinkAnswer.extend({ address: z.string() }),
    ),
    async (c) => {
      const { note } = c.req.valid('json')
      const { link, token } = await c.var.edit('drafts', (tx, context) => createPreviewLink(tx, note, context))
      return c.json({ ...present(link), address: c.var.services.origin + previewLinkBasePath(token) })
    },
  )
  .delete(
    '/:id',
    may('site:edit'),
    params(z.object({ id: z.uuid() })),
    answers('Ends a preview link.', EmptyAnswer),
    async (c) => {
      await c.var.edit('drafts', (tx, context) => deletePreviewLink(tx, c.req.valid('param').id, context))
      return c.json({})
    },
  )
