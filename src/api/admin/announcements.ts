import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query, tried } from '#api/guards.ts'
import { announcementStyles, announcementTypes } from '#domain/announcements/announcement.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import { announcementStates, stateOf } from '#domain/announcements/state.ts'
import {
  announce,
  announcementById,
  announcementSorts,
  clearAnnouncements,
  clearable,
  draftFromActivity,
  dropAnnouncement,
  findAnnouncements,
  reviseAnnouncement,
  type StoredAnnouncement,
  switchAnnouncement,
  tellableOfLate,
} from '#server/announcements/manage.ts'

const text = z.string()
const moment = z.iso.datetime()
const EditedAnnouncement = z.strictObject({
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
  startDate: moment.nullable(),
  endDate: moment.nullable(),
  createdAt: moment,
  /** The version that was seen; to be sent back with a change. */
  updatedAt: moment,
  state: z.enum(announcementStates),
})
export type EditedAnnouncement = z.output<typeof EditedAnnouncement>

function present(announcement: StoredAnnouncement, now: Date): EditedAnnouncement {
  const { startDate, endDate, createdAt, updatedAt, ...said } = announcement
  return {
    ...said,
    startDate: startDate?.toISOString() ?? null,
    endDate: endDate?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    state: stateOf(announcement, now),
  }
}

const Search = z.object({
  q: text.trim().max(80).optional(),
  state: z.enum(announcementStates).optional(),
  sort: z.enum(announcementSorts).default('priority'),
  direction: z.enum(['up', 'down']).default('down'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(25),
})
const One = z.object({ id: z.uuid() })
const Done = z.strictObject({ changed: z.int() })
const Drafted = z.strictObject({
  activityLogId: z.uuid(),
  title: text,
  message: text,
  linkUrl: text,
  announcementType: z.enum(announcementTypes),
})
const Told = z.strictObject({ id: z.uuid(), resourceType: text, resourceName: text, action: text, createdAt: moment })
const days = z.int().min(1).max(3_650).default(30)
const editing = () => may('announcements:edit')

/** What the banner says, as its owner keeps it: also what is off, over or still to come. */
export const adminAnnouncements = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(Search),
    answers(
      'Announcements, a page at a time.',
      z.strictObject({ announcements: z.array(EditedAnnouncement), total: z.int() }),
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
    editing(),
    body(AnnouncementDraft.safeExtend(tried)),
    answers('The announcement as it was stored.', EditedAnnouncement, 201),
    async (c) => {
      const { id, ...draft } = c.req.valid('json')
      const made = await c.var.edit('announcements', (tx, context) => announce(tx, draft, { ...context, id }))
      return c.json(present(made, c.var.now), 201)
    },
  )
  .get(
    '/activities',
    editing(),
    answers('What was done of late that could be told to visitors.', z.array(Told)),
    async (c) => {
      const lines = await c.var.inSite(tellableOfLate)
      return c.json(lines.map((line) => ({ ...line, createdAt: line.createdAt.toISOString() })))
    },
  )
  .get('/activities/:id/draft', editing(), params(One), answers('What could be told about it.', Drafted), async (c) =>
    c.json(await c.var.inSite((tx) => draftFromActivity(tx, c.req.valid('param').id, c.var.site.locale))),
  )
  .get(
    '/clearing',
    editing(),
    query(z.object({ olderThanDays: z.preprocess((text) => (text === undefined ? text : Number(text)), days) })),
    answers(
      'How many would go, and how many of them are live or still to come.',
      z.strictObject({ total: z.int(), inUse: z.int() }),
    ),
    async (c) => {
      const { olderThanDays } = c.req.valid('query')
      return c.json(await c.var.inSite((tx) => clearable(tx, olderThanDays, c.var.now)))
    },
  )
  .post(
    '/clearing',
    editing(),
    body(z.object({ olderThanDays: days })),
    answers('How many are gone.', Done),
    async (c) => {
      const { olderThanDays } = c.req.valid('json')
      const changed = await c.var.edit('announcements', (tx, context) => clearAnnouncements(tx, olderThanDays, context))
      return c.json({ changed })
    },
  )
  .get('/:id', editing(), params(One), answers('One announcement, to be edited.', EditedAnnouncement), async (c) =>
    c.json(present(await c.var.inSite((tx) => announcementById(tx, c.req.valid('param').id)), c.var.now)),
  )
  .put(
    '/:id',
    editing(),
    params(One),
    body(z.object({ seen: z.coerce.date(), draft: AnnouncementDraft })),
    answers('The announcement as it is now.', EditedAnnouncement),
    async (c) => {
      const { seen, draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const now = await c.var.edit('announcements', (tx, context) =>
        reviseAnnouncement(tx, id, draft, { ...context, seen }),
      )
      return c.json(present(now, c.var.now))
    },
  )
  .put(
    '/:id/switch',
    editing(),
    params(One),
    body(z.object({ isActive: z.boolean() })),
    answers('The announcement as it is now.', EditedAnnouncement),
    async (c) => {
      const { isActive } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const now = await c.var.edit('announcements', (tx, context) => switchAnnouncement(tx, id, isActive, context))
      return c.json(present(now, c.var.now))
    },
  )
  .delete('/:id', editing(), params(One), answers('It is gone.', Done), async (c) => {
    await c.var.edit('announcements', (tx, context) => dropAnnouncement(tx, c.req.valid('param').id, context))
    return c.json({ changed: 1 })
  })
