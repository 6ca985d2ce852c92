import { Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, body, clientChosenId, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { publicShowShape } from '#api/site/tour.ts'
import { showsCsv } from '#domain/tour/csv.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { showStatuses } from '#domain/tour/show.ts'
import { showList } from '#domain/tour/show-list.ts'
import { type FileAt, requireExistingPicture } from '#server/images/pictures.ts'
import {
  createShow,
  deleteShows,
  duplicateShow,
  setShowStatus,
  showDraftOf,
  updateShow,
} from '#server/tour/commands.ts'
import { findShows, type StoredShow, showById } from '#server/tour/queries.ts'

const text = z.string()
const AdminShow = z.strictObject({
  id: z.uuid(),
  slug: text,
  /** The version that the client has seen; it sends it back with a change. */
  sequence: z.int(),
  updatedAt: timestamp,
  ...publicShowShape,
})
export type AdminShow = z.output<typeof AdminShow>

const present = (show: StoredShow): AdminShow => ({
  ...showDraftOf(show),
  id: show.id,
  slug: show.slug,
  sequence: show.sequence,
  updatedAt: show.updatedAt.toISOString(),
  onSaleAt: show.onSaleAt?.toISOString() ?? null,
})

const OneShow = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const ChangeCount = z.strictObject({ changed: z.int() })
const mayEdit = () => may('tour:edit')
const maxCsvRows = 5_000

/** The shows as administrators edit them: drafts too. */
export const adminTourRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(showList)),
    answers('Lists shows, a page at a time.', z.strictObject({ shows: z.array(AdminShow), total: z.int() })),
    async (c) => {
      const { shows, total } = await c.var.inSite((tx) => findShows(tx, c.req.valid('query'), c.var.now))
      return c.json({ shows: shows.map(present), total })
    },
  )
  .post(
    '/',
    mayEdit(),
    body(ShowDraft.extend(clientChosenId)),
    answers('Creates a show.', AdminShow, 201),
    async (c) => {
      const { id, ...draft } = c.req.valid('json')
      const show = await c.var.edit('tour', async (tx, context) => {
        await requireExistingPicture(tx, imageOf(draft, c.var.services.fileAt))
        return createShow(tx, draft, { ...context, id })
      })
      return c.json(present(show), 201)
    },
  )
  .get('/export.csv', mayEdit(), answersAs('Exports all shows as CSV.', 'text/csv; charset=utf-8'), async (c) => {
    const all = { sort: 'date', direction: 'down', page: 1, size: maxCsvRows } as const
    const { shows } = await c.var.inSite((tx) => findShows(tx, all, c.var.now))
    c.header('content-disposition', 'attachment; filename="shows.csv"')
    c.header('cache-control', 'no-store')
    return c.body(showsCsv(shows.toReversed()))
  })
  .post(
    '/status',
    mayEdit(),
    body(z.object({ ids, status: z.enum(showStatuses) })),
    answers('Sets the status of several shows; returns how many changed.', ChangeCount),
    async (c) => {
      const { ids: chosen, status } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('tour', (tx, context) => setShowStatus(tx, chosen, status, context)) })
    },
  )
  .post(
    '/bulk-delete',
    mayEdit(),
    body(z.object({ ids })),
    answers('Deletes shows; returns the count.', DeleteAnswer),
    async (c) => c.json(await c.var.edit('tour', (tx, context) => deleteShows(tx, c.req.valid('json').ids, context))),
  )
  .get('/:id', mayEdit(), params(OneShow), answers('Returns one show for editing.', AdminShow), async (c) =>
    c.json(present(await c.var.inSite((tx) => showById(tx, c.req.valid('param').id)))),
  )
  .put(
    '/:id',
    mayEdit(),
    params(OneShow),
    body(ShowDraft.extend({ sequence: z.int().min(0) })),
    answers('Updates a show.', AdminShow),
    async (c) => {
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const show = await c.var.edit('tour', async (tx, context) => {
        await requireExistingPicture(tx, imageOf(draft, c.var.services.fileAt))
        return updateShow(tx, id, draft, { ...context, expectedVersion })
      })
      return c.json(present(show))
    },
  )
  .post(
    '/:id/duplicate',
    mayEdit(),
    params(OneShow),
    answers('Duplicates a show as a draft.', AdminShow, 201),
    async (c) =>
      c.json(
        present(await c.var.edit('tour', (tx, context) => duplicateShow(tx, c.req.valid('param').id, context))),
        201,
      ),
  )

const imageOf = ({ imageUrl: address, imageAlt: alt }: ShowDraft, fileAt: FileAt) => ({
  address,
  alt,
  field: 'imageUrl',
  fileAt,
})
