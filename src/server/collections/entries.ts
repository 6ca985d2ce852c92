import { createHash } from 'node:crypto'
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ActivityRecord, activityActions } from '#domain/activity/activity.ts'
import {
  type CollectionName,
  type Collections,
  insertionIndexByDate,
  type resourceTypeByCollection,
} from '#domain/collections/collection.ts'
import type { CollectionRequest } from '#domain/collections/collection-list.ts'
import { positionGap, type RowMove } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type DeleteResult, deleteWithUndo } from '#server/activity/undoable-delete.ts'
import { ownCollections } from '#server/collections/collections-table.ts'
import { type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { containsWords, pageOf } from '#server/db/list.ts'
import { advisoryLock, isAlreadyCreated, type WithClientId } from '#server/db/locks.ts'
import { movePositions } from '#server/db/positions.ts'

/** What an entry of any collection has besides its content. */
export type CollectionEntry = { id: string; sequence: number; position: number; isPublished: boolean }

type EntryTable = PgTable & Record<'id' | 'collectionId' | 'position' | 'isPublished' | 'sequence' | 'isDemo', PgColumn>

type EntriesOptions<N extends CollectionName, R extends (typeof resourceTypeByCollection)[N], Draft extends object> = {
  name: N
  resourceType: R
  table: EntryTable
  fields: readonly (keyof Draft & string)[]
  nameOf: (draft: Draft) => string
  /** Sorts like the date that it says. */
  dateOf: (draft: Draft) => string
  searched: readonly (keyof Draft & string)[]
  /** All columns of an entry of the starter. */
  columnsOf: (entry: Collections[N][number]) => object
  /** The columns of a new entry that its draft does not have. */
  derived?: (tx: SiteTx, draft: Draft) => Promise<object>
}

/**
 * How administrators read and edit one collection. As long as it comes from the starter, it is read from there; the first
 * edit copies the starter's entries into the table, in the same transaction. An entry keeps the id that it was read with.
 */
export function createCollectionRepository<
  N extends CollectionName,
  R extends (typeof resourceTypeByCollection)[N],
  Draft extends { isPublished: boolean },
  Row extends Draft & CollectionEntry,
>(options: EntriesOptions<N, R, Draft>) {
  const { name, resourceType, table, fields, nameOf, dateOf, searched, columnsOf, derived } = options
  const {
    websiteId: _,
    collectionId: __,
    createdAt: ___,
    updatedAt: ____,
    isDemo: _____,
    ...columns
  } = getTableColumns(table)
  const order = [asc(table.position), asc(table.id)]
  const select = (tx: SiteTx) => tx.select(columns).from(table as PgTable)
  const asRows = (found: unknown) => found as Row[]

  const edits = editable<R, Row, Draft>({
    resourceType,
    nameOf,
    fields,
    lock: async (tx: SiteTx, ids: string[]) =>
      asRows(await select(tx).where(inArray(table.id, ids)).orderBy(table.id).for('update')),
    store: async (tx: SiteTx, { id }: Row, draft: Draft) => {
      const changed = { ...pickFields(draft, fields), sequence: nextVersion(table.sequence) }
      const stored = await tx
        .update(table)
        .set(changed as never)
        .where(eq(table.id, id))
        .returning(columns)
      return asRows(stored)[0]!
    },
    draftOf: (row: Row) => pickFields(row, fields) as unknown as Draft,
    status: { field: 'isPublished', of: ({ isPublished }: Row) => (isPublished ? 'published' : 'draft') },
  } as never)

  async function ownCollectionId(tx: SiteTx): Promise<string | null> {
    const [own] = await tx.select({ id: ownCollections.id }).from(ownCollections).where(eq(ownCollections.name, name))
    return own?.id ?? null
  }

  const starterRows = (tx: SiteTx, starter: Collections): Row[] =>
    starter[name].map((entry, index) => ({
      ...columnsOf(entry),
      id: starterEntryId(scopeOf(tx).websiteId, name, index),
      position: (index + 1) * positionGap,
      isPublished: true,
      sequence: 0,
    })) as unknown as Row[]

  /** The id of the owner's collection; the first time its rows are copied from the starter. */
  async function copyStarterEntries(tx: SiteTx, starter: Collections): Promise<string> {
    await advisoryLock(tx, 'collections')
    const id = await ownCollectionId(tx)
    if (id) return id
    const [own] = await tx.insert(ownCollections).values({ name }).returning({ id: ownCollections.id })
    const rows = starterRows(tx, starter).map((row) => ({ ...row, collectionId: own!.id, isDemo: true }))
    if (rows.length) await tx.insert(table).values(rows as never)
    return own!.id
  }

  async function find(
    tx: SiteTx,
    { q, state, page, size }: CollectionRequest,
    starter: Collections,
  ): Promise<{ rows: Row[]; total: number; isOwn: boolean }> {
    if (!(await ownCollectionId(tx))) {
      const selectCreated = starterRows(tx, starter).filter(
        (row) => state !== 'draft' && (!q || searched.some((field) => containsText(row[field], q))),
      )
      return { rows: selectCreated.slice((page - 1) * size, page * size), total: selectCreated.length, isOwn: false }
    }
    const inState = state && eq(table.isPublished, state === 'published')
    const where = and(containsWords(q, ...searched.map((field) => table[field as 'id'])), inState)
    const options = { rows: select(tx).$dynamic(), from: table as PgTable, where, orderBy: order, page, size }
    const { rows, total } = await pageOf(tx, options)
    return { rows: asRows(rows), total, isOwn: true }
  }

  async function byId(tx: SiteTx, id: string, starter: Collections): Promise<Row> {
    const rows = (await ownCollectionId(tx))
      ? asRows(await select(tx).where(eq(table.id, id)))
      : starterRows(tx, starter).filter((row) => row.id === id)
    if (!rows[0]) throw new Refusal('not-found')
    return rows[0]
  }

  /** Its place is by its date. A retry with the same id updates the entry that the first request created. */
  async function create(
    tx: SiteTx,
    draft: Draft,
    { id, starter, ...context }: EditContext & WithClientId & { starter: Collections },
  ): Promise<Row> {
    const collectionId = await copyStarterEntries(tx, starter)
    const found = (made: string) =>
      tx
        .select({ id: table.id })
        .from(table as PgTable)
        .where(eq(table.id, made))
    if (id && (await isAlreadyCreated(tx, id, found)))
      return edits.update(tx, id, draft, { ...context, expectedVersion: 0 })
    const all = asRows(await select(tx).orderBy(...order))
    const next = all[insertionIndexByDate(all.map(dateOf), dateOf(draft))]
    const position = (all.at(-1)?.position ?? 0) + positionGap
    const values = {
      ...pickFields(draft, fields),
      ...(await derived?.(tx, draft)),
      ...(id && { id }),
      collectionId,
      position,
    }
    const [created] = asRows(
      await tx
        .insert(table)
        .values(values as never)
        .returning(columns),
    )
    if (next) await movePositions(tx, table, [...all, created!], { ids: [created!.id], before: next.id })
    const new_status = created!.isPublished ? 'published' : 'draft'
    await edits.log(tx, created!, context, 'created' as never, { new_status })
    return created!
  }

  async function update(
    tx: SiteTx,
    id: string,
    draft: Draft,
    { starter, ...context }: VersionedEditContext & { starter: Collections },
  ): Promise<Row> {
    await copyStarterEntries(tx, starter)
    return edits.update(tx, id, draft, context)
  }

  type Editing = EditContext & { starter: Collections }

  /** All of them or none; those that are so already are left as they are. */
  async function publish(
    tx: SiteTx,
    ids: readonly string[],
    isPublished: boolean,
    { starter, ...context }: Editing,
  ): Promise<number> {
    await copyStarterEntries(tx, starter)
    const entriesToChange = (await edits.locked(tx, ids)).filter((row) => row.isPublished !== isPublished)
    for (const row of entriesToChange) await edits.save(tx, row, { ...edits.draftOf(row), isPublished }, context)
    return entriesToChange.length
  }

  async function remove(tx: SiteTx, ids: readonly string[], { starter, ...context }: Editing): Promise<DeleteResult> {
    await copyStarterEntries(tx, starter)
    return edits.deleteRows(tx, table, await edits.locked(tx, ids), context)
  }

  async function move(tx: SiteTx, to: RowMove, { starter, ...context }: Editing): Promise<number> {
    await copyStarterEntries(tx, starter)
    const all = asRows(await select(tx).orderBy(...order))
    await movePositions(tx, table, all, to)
    const first = all.find(({ id }) => id === to.ids[0])!
    await edits.log(tx, first, context, 'reordered' as never, { moved: to.ids.length })
    return to.ids.length
  }

  /** The entries are those of the starter again. The owner's can be restored for a while. */
  async function reset(tx: SiteTx, context: EditContext): Promise<DeleteResult> {
    await advisoryLock(tx, 'collections')
    const own = await ownCollectionId(tx)
    if (!own) return { changed: 0, undo: null }
    const rows = asRows(await select(tx))
    const logged = rows.map((row) => ({ resourceId: row.id, resourceName: nameOf(row) }))
    const kept = { resourceType, table: ownCollections, id: ownCollections.id, ids: [own], logged }
    const undo = await deleteWithUndo(tx, kept, context)
    const action: (typeof activityActions)['release'][number] = 'reset'
    await recordActivity(tx, { resourceType, action, userId: context.userId } as ActivityRecord, context.now)
    return { changed: rows.length, undo }
  }

  return { find, byId, create, update, publish, delete: remove, move, reset }
}

const pickFields = <T extends object>(from: T, fields: readonly (keyof T & string)[]) =>
  Object.fromEntries(fields.map((field) => [field, from[field]]))

const containsText = (value: unknown, words: string): boolean =>
  typeof value === 'string' && value.toLowerCase().includes(words.toLowerCase())

/** An entry of the starter has an id before it has a row: the same in every process. */
export function starterEntryId(websiteId: string, name: CollectionName, index: number): string {
  const hex = createHash('sha256').update(`${websiteId} ${name} ${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
