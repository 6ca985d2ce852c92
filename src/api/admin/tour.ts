import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, body, may, params, query, tried } from '#api/guards.ts'
import { showFields } from '#api/site/tour.ts'
import { showsCsv } from '#domain/tour/csv.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { checkPicture, type FileAt } from '#server/images/pictures.ts'
import type { StoredShow } from '#server/tour/actions.ts'
import {
  draftOf,
  dropShows,
  findShows,
  planShow,
  repeatShow,
  replanShow,
  setStatus,
  showById,
  showSorts,
} from '#server/tour/manage.ts'

const text = z.string()
const EditedShow = z.strictObject({
  id: z.uuid(),
  slug: text,
  /** The version that was seen; to be sent back with a change. */
  sequence: z.int(),
  updatedAt: z.iso.datetime(),
  ...showFields,
})
export type EditedShow = z.output<typeof EditedShow>

const present = (show: StoredShow): EditedShow => ({
  ...draftOf(show),
  id: show.id,
  slug: show.slug,
  sequence: show.sequence,
  updatedAt: show.updatedAt.toISOString(),
  onSaleAt: show.onSaleAt?.toISOString() ?? null,
})

const Search = z.object({
  q: z.string().trim().max(80).optional(),
  status: z.enum(showStatuses).optional(),
  availability: z.enum(availabilities).optional(),
  when: z.enum(['upcoming', 'past']).optional(),
  sort: z.enum(showSorts).default('date'),
  direction: z.enum(['up', 'down']).default('up'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(25),
})
const OneShow = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const Counted = z.strictObject({ changed: z.int() })
const editing = () => may('tour:edit')
const mostInFile = 5_000

/** The shows as their owner keeps them: drafts too, to be changed. */
export const adminTour = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(Search),
    answers('Shows, a page at a time.', z.strictObject({ shows: z.array(EditedShow), total: z.int() })),
    async (c) => {
      const { shows, total } = await c.var.inSite((tx) => findShows(tx, c.req.valid('query'), today(c.var.now)))
      return c.json({ shows: shows.map(present), total })
    },
  )
  .post(
    '/',
    editing(),
    body(ShowDraft.extend(tried)),
    answers('The show as it was stored.', EditedShow, 201),
    async (c) => {
      const { id, ...draft } = c.req.valid('json')
      const show = await c.var.edit('tour', async (tx, context) => {
        await checkPicture(tx, imageOf(draft, c.var.fileAt))
        return planShow(tx, draft, { ...context, id })
      })
      return c.json(present(show), 201)
    },
  )
  .get('/file.csv', editing(), answersAs('All shows, for a spreadsheet.', 'text/csv; charset=utf-8'), async (c) => {
    const all = { sort: 'date', direction: 'down', page: 1, size: mostInFile } as const
    const { shows } = await c.var.inSite((tx) => findShows(tx, all, today(c.var.now)))
    c.header('content-disposition', 'attachment; filename="shows.csv"')
    c.header('cache-control', 'no-store')
    return c.body(showsCsv(shows.toReversed()))
  })
  .post(
    '/status',
    editing(),
    body(z.object({ ids, status: z.enum(showStatuses) })),
    answers('How many were changed.', Counted),
    async (c) => {
      const { ids: chosen, status } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('tour', (tx, context) => setStatus(tx, chosen, status, context)) })
    },
  )
  .post('/removal', editing(), body(z.object({ ids })), answers('How many are gone.', Counted), async (c) => {
    const changed = await c.var.edit('tour', (tx, context) => dropShows(tx, c.req.valid('json').ids, context))
    return c.json({ changed })
  })
  .get('/:id', editing(), params(OneShow), answers('One show, to be edited.', EditedShow), async (c) =>
    c.json(present(await c.var.inSite((tx) => showById(tx, c.req.valid('param').id)))),
  )
  .put(
    '/:id',
    editing(),
    params(OneShow),
    body(ShowDraft.extend({ sequence: z.int().min(0) })),
    answers('The show as it is now.', EditedShow),
    async (c) => {
      const { sequence: seen, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const show = await c.var.edit('tour', async (tx, context) => {
        await checkPicture(tx, imageOf(draft, c.var.fileAt))
        return replanShow(tx, id, draft, { ...context, seen })
      })
      return c.json(present(show))
    },
  )
  .post(
    '/:id/repetition',
    editing(),
    params(OneShow),
    answers('A draft with the same words.', EditedShow, 201),
    async (c) =>
      c.json(present(await c.var.edit('tour', (tx, context) => repeatShow(tx, c.req.valid('param').id, context))), 201),
  )

const imageOf = ({ imageUrl: address }: ShowDraft, fileAt: FileAt) => ({ address, field: 'imageUrl', fileAt })

/** By the clock of the last place on earth where it is still yesterday. */
const today = (now: Date) => new Date(+now - 12 * 3_600_000).toISOString().slice(0, 10)
