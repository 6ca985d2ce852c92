/** How somebody has shown who they are: by the session of their browser, or by a token that a page got from it. */
export type ShownBy = 'session' | 'token'

type SignedIn = { userId: string; sessionId: string; shownBy: ShownBy }

/**
 * Who asks. A person who is signed in may still have no access to this website. One whose session was opened by a
 * recovery code is `limited` until they have a second factor or a new password: nothing else is open to them.
 */
export type Actor =
  | { kind: 'visitor' }
  | ({ kind: 'signed-in' | 'administrator' } & SignedIn)
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
  | 'messages:read'
  | 'messages:edit'
  | 'system:edit'
  | 'activity:read'
  | 'analytics:read'

/** A token is for work on the site; who may enter it, and what people did there, is for the session itself. */
export const needsSession: ReadonlySet<Permission> = new Set<Permission>(['access:edit', 'activity:read'])

/** The specification knows one role beside the visitor, so an administrator may do everything on their own website. */
export const may = (actor: Actor, permission: Permission): boolean =>
  actor.kind === 'administrator' && (actor.shownBy === 'session' || !needsSession.has(permission))
