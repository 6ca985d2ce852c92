import type { ResourceType } from '#domain/activity/activity.ts'

/** How long the toast after a delete offers to undo it. */
export const undoOfferMs = 10_000
/** How long deleted rows are kept: longer than the toast, which stops its time under the pointer. */
export const undoLifetimeMs = 5 * 60_000

/** The types of resource whose deletes can be undone. Images of the gallery are restored by a route of their own. */
export const undoableTypes = [
  'announcement',
  'award',
  'contact_message',
  'mail',
  'media_item',
  'press_quote',
  'product',
  'product_category',
  'product_file',
  'release',
  'tour_date',
] as const satisfies readonly ResourceType[]

export type UndoableType = (typeof undoableTypes)[number]
