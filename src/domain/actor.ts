/** How a request was authenticated: by the session cookie, or by a bearer token that a page got from the session. */
export type AuthenticatedBy = 'session' | 'token'

type SignedIn = { userId: string; sessionId: string; authenticatedBy: AuthenticatedBy }

/**
 * Who sends a request. A signed-in user may still have no access to this website. An administrator with platform access
 * may also create and manage websites, which gives them no access to those. A user whose session was opened by a
 * recovery code is `limited` until they have set up a second factor or changed their password.
 */
export type Actor =
  | { kind: 'visitor' }
  | ({ kind: 'signed-in' } & SignedIn)
  | ({ kind: 'administrator'; hasPlatformAccess?: boolean } & SignedIn)
  | ({ kind: 'limited'; hasAccess: boolean } & SignedIn)

export type Permission =
  | 'tour:edit'
  | 'pictures:edit'
  | 'gallery:edit'
  | 'media:edit'
  | 'products:edit'
  | 'orders:read'
  | 'orders:edit'
  | 'announcements:edit'
  | 'orders:decrypt'
  | 'privacy:edit'
  | 'access:edit'
  | 'settings:read'
  | 'settings:edit'
  | 'site:edit'
  | 'messages:read'
  | 'messages:edit'
  | 'system:edit'
  | 'deletes:undo'
  | 'activity:read'
  | 'analytics:read'
  | 'sites:manage'

/** Bearer tokens are for editing content. Access, the activity log and other websites require the session itself. */
export const sessionOnlyPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'access:edit',
  'activity:read',
  'sites:manage',
])

/**
 * The specification knows one role beside the visitor, so an administrator may do everything on their own website. Other
 * websites are for platform access.
 */
export const hasPermission = (actor: Actor, permission: Permission): boolean =>
  actor.kind === 'administrator' &&
  (actor.authenticatedBy === 'session' || !sessionOnlyPermissions.has(permission)) &&
  (permission !== 'sites:manage' || actor.hasPlatformAccess === true)
