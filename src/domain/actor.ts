/** Who asks. A person who is signed in may still have no access to this website. */
export type Actor =
  | { kind: 'visitor' }
  | { kind: 'signed-in'; userId: string }
  | { kind: 'administrator'; userId: string }

export type Permission = 'tour:edit'

/** The specification knows one role beside the visitor, so an administrator may do everything on their own website. */
export const may = (actor: Actor, _permission: Permission): boolean => actor.kind === 'administrator'
