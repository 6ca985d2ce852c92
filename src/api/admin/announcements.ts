import { Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, clientChosenId, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { announcementStateOf, announcementStyles, announcementTypes } from '#domain/announcements/announcement.ts'
import { announcementList, announcementStates } from '#domain/announcements/announcement-list.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import {
  clearOldAnnouncements,
  createAnnouncement,
  deleteAnnouncement,
  switchAnnouncement,
  updateAnnouncement,
} from '#server/announcements/commands.ts'
import {
  announcementById,
  countOldAnnouncements,
  draftFromActivity,
  findAnnouncements,
  recentActivities,
  type StoredAnnouncement,
} from '#server/announcements/queries.ts'

const text = z.string()
const AdminAnnouncement = z.strictObject({
  id: z.uuid(),
  activityLogId: z.uuid().nullable(),
  title: text,
  message: text,
  linkUrl: text.nullable(),
  linkText: text.nullable(),
  announcementType: z.enum(announcementTypes),
  style: z.enum(announcementStyles),
  isActive: z.boolean(),
  isDismissible: z.boolean(),
  priority: z.int(),
  startDate: timestamp.nullable(),
  endDate: timestamp.nullable(),
  createdAt: timestamp,
  /** The version that the client has seen; it sends it back with a change. */
  sequence: z.int(),
  updatedAt: timestamp,
  state: z.enum(announcementStates),
})
export type AdminAnnouncement = z.output<typeof AdminAnnouncement>

function present(announcement: StoredAnnouncement, now: Date): AdminAnnouncement {
  const { startDate, endDate, createdAt, updatedAt, ...fields } = announcement
  return {
    ...fields,
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    state: announcementStateOf(announcement, now),
  }
}

const IdParams = z.object({ id: z.uuid() })
const DraftFromActivity = z.strictObject({
  activityLogId: z.uuid(),
  title: text,
  message: text,
  linkUrl: text,
  announcementType: z.enum(announcementTypes),
})
const RecentActivity = z.strictObject({
  id: z.uuid(),
  resourceType: text,
  resourceName: text,
  action: text,
  createdAt: timestamp,
})
const days = z.int().min(1).max(3_650).default(30)
const mayEdit = () => may('announcements:edit')

/** The announcements as administrators edit them: also those that are off, over or still to come. */
export const adminAnnouncementsRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(announcementList)),
    answers(
      'Lists announcements, a page at a time.',
      z.strictObject({ announcements: z.array(AdminAnnouncement), total: z.int() }),
    ),
    async (c) => {
      const { announcements, total } = await c.var.inSite((tx) =>
        findAnnouncements(tx, c.req.valid('query'), c.var.now),
      )
      return c.json({ announcements: announcements.map((each) => present(each, c.var.now)), total })
    },
  )
  .post(
    '/',
    mayEdit(),
    body(AnnouncementDraft.safeExtend(clientChosenId)),
    answers('Creates an announcement.', AdminAnnouncement, 201),
    async (c) => {
      const { id, ...draft } = c.req.valid('json')
      const made = await c.var.edit('announcements', (tx, context) => createAnnouncement(tx, draft, { ...context, id }))
      return c.json(present(made, c.var.now), 201)
    },
  )
  .get(
    '/activities',
    mayEdit(),
    answers('Lists the latest activities that an announcement can be drafted from.', z.array(RecentActivity)),
    async (c) => {
      const lines = await c.var.inSite(recentActivities)
      return c.json(lines.map((line) => ({ ...line, createdAt: line.createdAt.toISOString() })))
    },
  )
  .get(
    '/activities/:id/draft',
    mayEdit(),
    params(IdParams),
    answers('Drafts an announcement from an activity.', DraftFromActivity),
    async (c) => c.json(await c.var.inSite((tx) => draftFromActivity(tx, c.req.valid('param').id, c.var.site.locale))),
  )
  .get(
    '/clear-old',
    mayEdit(),
    query(z.object({ olderThanDays: z.preprocess((text) => (text === undefined ? text : Number(text)), days) })),
    answers(
      'Counts the announcements that clearing would delete, and those of them that are live or still to come.',
      z.strictObject({ total: z.int(), inUse: z.int() }),
    ),
    async (c) => {
      const { olderThanDays } = c.req.valid('query')
      return c.json(await c.var.inSite((tx) => countOldAnnouncements(tx, olderThanDays, c.var.now)))
    },
  )
  .post(
    '/clear-old',
    mayEdit(),
    body(z.object({ olderThanDays: days })),
    answers('Deletes old announcements; returns the count.', DeleteAnswer),
    async (c) => {
      const { olderThanDays } = c.req.valid('json')
      return c.json(
        await c.var.edit('announcements', (tx, context) => clearOldAnnouncements(tx, olderThanDays, context)),
      )
    },
  )
  .get(
    '/:id',
    mayEdit(),
    params(IdParams),
    answers('Returns one announcement for editing.', AdminAnnouncement),
    async (c) => c.json(present(await c.var.inSite((tx) => announcementById(tx, c.req.valid('param').id)), c.var.now)),
  )
  .put(
    '/:id',
    mayEdit(),
    params(IdParams),
    body(AnnouncementDraft.safeExtend({ sequence: z.int().min(0) })),
    answers('Updates the announcement.', AdminAnnouncement),
    async (c) => {
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const now = await c.var.edit('announcements', (tx, context) =>
        updateAnnouncement(tx, id, draft, { ...context, expectedVersion }),
      )
      return c.json(present(now, c.var.now))
    },
  )
  .put(
    '/:id/switch',
    mayEdit(),
    params(IdParams),
    body(z.object({ isActive: z.boolean() })),
    answers('Switches the announcement on or off.', AdminAnnouncement),
    async (c) => {
      const { isActive } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const now = await c.var.edit('announcements', (tx, context) => switchAnnouncement(tx, id, isActive, context))
      return c.json(present(now, c.var.now))
    },
  )
  .delete('/:id', mayEdit(), params(IdParams), answers('Deletes the announcement.', DeleteAnswer), async (c) =>
    c.json(
      await c.var.edit('announcements', (tx, context) => deleteAnnouncement(tx, c.req.valid('param').id, context)),
    ),
  )
