import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, clientChosenId, may, params, query } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { AwardDraft, type Collections, PressDraft, ReleaseDraft } from '#domain/collections/collection.ts'
import { type CollectionRequest, collectionList } from '#domain/collections/collection-list.ts'
import { parseImagePath } from '#domain/images/addresses.ts'
import type { RowMove } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import type { VersionedEditContext } from '#server/activity/editable.ts'
import type { DeleteResult } from '#server/activity/undoable-delete.ts'
import { awardRepository, pressQuoteRepository, releaseRepository } from '#server/collections/collections.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import type { WithClientId } from '#server/db/locks.ts'
import { listPicturesWithoutDescription, picturesAt, requireExistingPicture } from '#server/images/pictures.ts'

const entry = {
  id: z.uuid(),
  /** The version that the client has seen; it sends it back with a change. */
  sequence: z.int(),
  /** The picture that the entry names. */
  picture: PictureAnswer.nullable(),
}
const AdminRelease = z.strictObject({ ...ReleaseDraft.shape, slug: z.string(), ...entry })
export type AdminRelease = z.output<typeof AdminRelease>
const AdminAward = z.strictObject({ ...AwardDraft.shape, ...entry })
export type AdminAward = z.output<typeof AdminAward>
const AdminPressQuote = z.strictObject({ ...PressDraft.shape, ...entry })
export type AdminPressQuote = z.output<typeof AdminPressQuote>

/** `isOwn`: the entries are the owner's, not the starter's. */
const listOf = <S extends z.ZodType>(schema: S) =>
  z.strictObject({ items: z.array(schema), total: z.int(), isOwn: z.boolean() })

const EntryId = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const Order = z.object({ ids: z.array(z.uuid()).min(1).max(100), before: z.uuid().nullable() })
const Publication = z.object({ ids, isPublished: z.boolean() })
const sequence = z.int().min(0)
const ChangeCount = z.strictObject({ changed: z.int() })
const mayEdit = () => may('site:edit')
const starterOf = (c: Context<ApiEnv>): Collections => c.var.starter.content

const editCollections = <T>(
  c: Context<ApiEnv>,
  work: (tx: SiteTx, context: EditContext & { starter: Collections }) => Promise<T>,
): Promise<T> => c.var.edit('collections', (tx, context) => work(tx, { ...context, starter: starterOf(c) }))

type Row = { id: string; sequence: number; position: number }
type NamedPicture = { field: string; name: string | null; alt: string | null }

const missingDescriptionMessage =
  'Please say what the picture shows, or tick in its description that it is only decoration.'

/** The picture that an entry names, which must exist and have a description: here, or in the library. */
async function checkNamedPicture(c: Context<ApiEnv>, tx: SiteTx, { field, name, alt }: NamedPicture): Promise<void> {
  const { fileAt, fileNamed } = c.var.services
  await requireExistingPicture(tx, { address: name, field, fileAt, alt })
  if (name && !alt && (await listPicturesWithoutDescription(tx, [name])).size)
    throw new Refusal('invalid', { fields: { [`${field}Alt`]: missingDescriptionMessage } })
  if (name && !parseImagePath(name) && !fileNamed(name))
    throw new Refusal('invalid', { fields: { [field]: 'This picture is not there any more. Please choose another.' } })
}

/** The rows with the pictures that they name. */
async function attachPictures<R extends Row>(
  c: Context<ApiEnv>,
  tx: SiteTx,
  rows: R[],
  pictured: (row: R) => NamedPicture,
) {
  const { fileAt, fileNamed } = c.var.services
  const pictureAt = await picturesAt(
    tx,
    rows.map((row) => pictured(row).name),
    fileAt,
  )
  return rows.map((row) => {
    const { position: _, ...shown } = row
    const { name, alt } = pictured(row)
    const file = name && !parseImagePath(name) ? fileNamed(name) : null
    return { ...shown, picture: file ? { ...file, alt: alt ?? file.alt } : pictureAt(name, alt) }
  })
}

type Starter = { starter: Collections }
type Entries<D, R> = {
  find: (
    tx: SiteTx,
    request: CollectionRequest,
    starter: Collections,
  ) => Promise<{ rows: R[]; total: number; isOwn: boolean }>
  byId: (tx: SiteTx, id: string, starter: Collections) => Promise<R>
  create: (tx: SiteTx, draft: D, context: EditContext & WithClientId & Starter) => Promise<R>
  update: (tx: SiteTx, id: string, draft: D, context: VersionedEditContext & Starter) => Promise<R>
  publish: (tx: SiteTx, ids: readonly string[], isPublished: boolean, context: EditContext & Starter) => Promise<number>
  delete: (tx: SiteTx, ids: readonly string[], context: EditContext & Starter) => Promise<DeleteResult>
  move: (tx: SiteTx, to: RowMove, context: EditContext & Starter) => Promise<number>
  reset: (tx: SiteTx, context: EditContext) => Promise<DeleteResult>
}

type RouteOptions<D extends z.ZodObject, A extends z.ZodType, R> = {
  entries: Entries<z.output<D>, R>
  draft: D
  answer: A
  /** In the words of the OpenAPI document. */
  words: { one: string; all: string }
  pictured: (row: z.output<D>) => NamedPicture
}

/** The same routes for each collection. A change of one that comes from the starter makes it the owner's. */
const routesOf = <D extends z.ZodObject, A extends z.ZodType, R extends Row & z.output<D>>(
  options: RouteOptions<D, A, R>,
) => new Hono<ApiEnv>().route('/', collectionRoutes(options)).route('/', entryRoutes(options))

const createPresenter =
  <D extends z.ZodObject, A extends z.ZodType, R extends Row & z.output<D>>({ pictured }: RouteOptions<D, A, R>) =>
  async (c: Context<ApiEnv>, tx: SiteTx, rows: R[]) =>
    (await attachPictures(c, tx, rows, pictured)) as unknown as z.output<A>[]

/** The entries together: list, order, publication, deletion, reset. */
function collectionRoutes<D extends z.ZodObject, A extends z.ZodType, R extends Row & z.output<D>>(
  options: RouteOptions<D, A, R>,
) {
  const {
    entries,
    answer,
    words: { all },
  } = options
  const present = createPresenter(options)
  return new Hono<ApiEnv>()
    .get(
      '/',
      mayEdit(),
      query(listQuerySchema(collectionList)),
      answers(`Lists ${all} in their order.`, listOf(answer)),
      async (c) => {
        const found = await c.var.inSite(async (tx) => {
          const { rows, total, isOwn } = await entries.find(tx, c.req.valid('query'), starterOf(c))
          return { items: await present(c, tx, rows), total, isOwn }
        })
        return c.json(found)
      },
    )
    .put(
      '/order',
      mayEdit(),
      body(Order),
      answers(`Moves ${all} to another position; returns the count.`, ChangeCount),
      async (c) => {
        const to = c.req.valid('json')
        return c.json({ changed: await editCollections(c, (tx, context) => entries.move(tx, to, context)) })
      },
    )
    .post(
      '/publication',
      mayEdit(),
      body(Publication),
      answers(`Publishes or hides ${all}; returns how many changed.`, ChangeCount),
      async (c) => {
        const { ids: chosen, isPublished } = c.req.valid('json')
        return c.json({
          changed: await editCollections(c, (tx, context) => entries.publish(tx, chosen, isPublished, context)),
        })
      },
    )
    .post(
      '/bulk-delete',
      mayEdit(),
      body(z.object({ ids })),
      answers(`Deletes ${all}; returns the count.`, DeleteAnswer),
      async (c) => {
        const { ids: chosen } = c.req.valid('json')
        return c.json(await editCollections(c, (tx, context) => entries.delete(tx, chosen, context)))
      },
    )
    .post(
      '/reset',
      mayEdit(),
      answers(`Resets ${all} to those of the starter; returns how many were replaced.`, DeleteAnswer),
      async (c) => c.json(await editCollections(c, entries.reset)),
    )
}

/** One entry: create, read, update. */
function entryRoutes<D extends z.ZodObject, A extends z.ZodType, R extends Row & z.output<D>>(
  options: RouteOptions<D, A, R>,
) {
  const {
    entries,
    draft,
    answer,
    words: { one },
    pictured,
  } = options
  const present = createPresenter(options)
  return new Hono<ApiEnv>()
    .post(
      '/',
      mayEdit(),
      body(draft.safeExtend(clientChosenId)),
      answers(`Creates ${one}.`, answer, 201),
      async (c) => {
        const { id, ...values } = c.req.valid('json') as z.output<D> & { id?: string }
        const [created] = await editCollections(c, async (tx, context) => {
          await checkNamedPicture(c, tx, pictured(values as z.output<D>))
          return present(c, tx, [await entries.create(tx, values as z.output<D>, { ...context, id })])
        })
        return c.json(created!, 201)
      },
    )
    .get('/:id', mayEdit(), params(EntryId), answers(`Returns ${one} for editing.`, answer), async (c) => {
      const { id } = c.req.valid('param')
      const [found] = await c.var.inSite(async (tx) => present(c, tx, [await entries.byId(tx, id, starterOf(c))]))
      return c.json(found!)
    })
    .put(
      '/:id',
      mayEdit(),
      params(EntryId),
      body(draft.safeExtend({ sequence })),
      answers(`Updates ${one}.`, answer),
      async (c) => {
        const { id } = c.req.valid('param')
        const { sequence: expectedVersion, ...values } = c.req.valid('json') as z.output<D> & { sequence: number }
        const [changed] = await editCollections(c, async (tx, context) => {
          await checkNamedPicture(c, tx, pictured(values as z.output<D>))
          return present(c, tx, [await entries.update(tx, id, values as z.output<D>, { ...context, expectedVersion })])
        })
        return c.json(changed!)
      },
    )
}

/** Releases, awards and press quotes as administrators edit them. */
export const adminReleasesRoutes = routesOf({
  entries: releaseRepository,
  draft: ReleaseDraft,
  answer: AdminRelease,
  words: { one: 'a release', all: 'releases' },
  pictured: ({ cover, coverAlt }) => ({ field: 'cover', name: cover, alt: coverAlt }),
})
export const adminAwardsRoutes = routesOf({
  entries: awardRepository,
  draft: AwardDraft,
  answer: AdminAward,
  words: { one: 'an award', all: 'awards' },
  pictured: ({ image, imageAlt }) => ({ field: 'image', name: image, alt: imageAlt }),
})
export const adminPressRoutes = routesOf({
  entries: pressQuoteRepository,
  draft: PressDraft,
  answer: AdminPressQuote,
  words: { one: 'a press quote', all: 'press quotes' },
  pictured: () => ({ field: 'quote', name: null, alt: null }),
})
