/** Every action of the activity log, by type of resource. A feature that logs a new action adds it here. */
export const activityActions = {
  account: [
    'signed_in',
    'sign_in_failed',
    'sign_in_locked',
    'signed_out',
    'second_factor_failed',
    'second_factor_locked',
    'recovery_code_used',
    'recovery_code_failed',
    'two_factor_enabled',
    'two_factor_disabled',
    'password_changed',
    'password_reset_asked',
    'password_reset',
    'signed_up',
    'email_verified',
    'email_change_asked',
    'email_change_withdrawn',
    'email_changed',
    'other_sessions_ended',
    'session_ended',
    'sign_in_disowned',
  ],
  access: [
    'granted',
    'invited',
    'invitation_accepted',
    'removed',
    'removal_asked',
    'removal_stopped',
    'removal_withdrawn',
    'invitation_taken_back',
    'restored',
  ],
  website: [
    'created',
    'suspended',
    'resumed',
    'deleted',
    'restored',
    'host_added',
    'host_confirmed',
    'host_removed',
    'main_host_changed',
  ],
  settings: ['updated', 'restored'],
  demo: ['removed', 'replaced'],
  site_version: ['published', 'scheduled', 'unscheduled', 'discarded', 'restored', 'deleted'],
  preview_link: ['created', 'deleted'],
  contact_message: ['opened', 'marked_read', 'marked_unread', 'sent_again', 'deleted', 'restored', 'expired'],
  mail: ['retried', 'dismissed', 'restored'],
  job: ['retried'],
  picture: ['updated', 'replaced', 'deleted', 'restored'],
  announcement: ['created', 'updated', 'deleted', 'restored'],
  tour_date: ['created', 'updated', 'status_changed', 'deleted', 'restored'],
  gallery_image: ['created', 'updated', 'reordered', 'deleted', 'restored'],
  order: [
    'status_changed',
    'updated',
    'noted',
    'mailed',
    'cancelled',
    'decrypted',
    'exported',
    'exported_with_customers',
  ],
  customer: ['erased', 'answered', 'noted'],
  download: ['extended', 'counted_anew', 'withdrawn', 'restored', 'reissued'],
  payment: ['needs_review', 'refunded', 'test_received', 'test_refunded'],
  media_item: ['created', 'updated', 'status_changed', 'reordered', 'deleted', 'restored'],
  release: ['created', 'updated', 'status_changed', 'reordered', 'deleted', 'restored', 'reset'],
  award: ['created', 'updated', 'status_changed', 'reordered', 'deleted', 'restored', 'reset'],
  press_quote: ['created', 'updated', 'status_changed', 'reordered', 'deleted', 'restored', 'reset'],
  product: ['created', 'updated', 'status_changed', 'stock_corrected', 'deleted', 'restored'],
  product_category: ['created', 'updated', 'deleted', 'restored'],
  product_file: ['uploaded', 'missing', 'updated', 'reordered', 'deleted', 'restored'],
} as const

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export type ResourceType = keyof typeof activityActions

export type ActivityRecord = {
  [R in ResourceType]: {
    resourceType: R
    action: (typeof activityActions)[R][number]
    /** Null when no user is known. */
    userId: string | null
    /** The resource that was changed. */
    resourceId?: string
    /** The name of the resource at that time. */
    resourceName?: string
    /** Never a password, code or token. */
    details?: Record<string, Json>
  }
}[ResourceType]

/** The actions of the security log: sign-in and access, exported or decrypted customer data, money and mail. */
export const securityActions: { [R in ResourceType]?: readonly (typeof activityActions)[R][number][] | 'all' } = {
  account: 'all',
  access: 'all',
  website: 'all',
  settings: 'all',
  demo: 'all',
  order: ['cancelled', 'decrypted', 'exported', 'exported_with_customers'],
  customer: ['erased'],
  payment: 'all',
  download: ['reissued'],
}

/** The fields that differ, with the old and the new value. */
export function changedFieldValues<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Changes {
  const differing = fields.filter((field) => !isEqualJson(before[field], after[field]))
  return Object.fromEntries(
    differing.map((field) => [field, { before: toJson(before[field]), after: toJson(after[field]) }]),
  )
}

export type Changes = Record<string, { before: Json; after: Json }>

/** A value that comes from a jsonb column has its keys in another order than the one that was sent. */
const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
/** Whether two values are the same JSON, in whatever order their keys are. */
export const isEqualJson = (a: unknown, b: unknown) => JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys)
const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
