/** What is written down about whom or what; a feature that records something new says so here. */
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
  settings: ['updated'],
  contact_message: ['opened', 'marked_read', 'marked_unread', 'sent_again', 'deleted', 'expired'],
  mail: ['retried', 'dismissed'],
  job: ['retried'],
  announcement: ['created', 'updated', 'deleted'],
  tour_date: ['created', 'updated', 'status_changed', 'deleted'],
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
  payment: ['needs_review', 'refunded'],
  media_item: ['created', 'updated', 'status_changed', 'reordered', 'deleted'],
  product: ['created', 'updated', 'status_changed', 'stock_corrected', 'deleted'],
  product_category: ['created', 'updated', 'deleted'],
  product_file: ['uploaded', 'missing', 'updated', 'reordered', 'deleted'],
} as const

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export type ResourceType = keyof typeof activityActions

export type Activity = {
  [R in ResourceType]: {
    resourceType: R
    action: (typeof activityActions)[R][number]
    /** Whose doing it was; nobody's when that is not known. */
    userId: string | null
    /** Whom or what it was done to. */
    resourceId?: string
    /** As people call it. */
    resourceName?: string
    /** Never a password, code or token. */
    details?: Record<string, Json>
  }
}[ResourceType]

/**
 * What the security log shows of the activity log: who may enter and how, what left the site about customers, and what
 * moves money or mail.
 */
export const securityActions: { [R in ResourceType]?: readonly (typeof activityActions)[R][number][] | 'all' } = {
  account: 'all',
  access: 'all',
  settings: 'all',
  order: ['cancelled', 'decrypted', 'exported', 'exported_with_customers'],
  customer: ['erased'],
  payment: 'all',
  download: ['reissued'],
}
