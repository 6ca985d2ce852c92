import { Refusal } from '#domain/refusal.ts'

/** The set-up guide: `exploring` the demo first, `mine` once the site is the owner's, `dismissed` when it is hidden. */
export const setUpStates = ['exploring', 'mine', 'dismissed'] as const
export type SetUpState = (typeof setUpStates)[number]

export type SetUp = {
  /** Null until the owner has chosen. */
  state: SetUpState | null
  /** The owner's content has replaced the demo artist. It never becomes false again. */
  isOwn: boolean
}

/** A guide that is shown again on an own site continues with the checklist: the demo cannot be restored. */
export function chosenState({ isOwn }: Pick<SetUp, 'isOwn'>, chosen: 'exploring' | 'dismissed'): SetUpState {
  return isOwn && chosen === 'exploring' ? 'mine' : chosen
}

/** The demo is replaced once: a second time would overwrite what the owner has made since. */
export function requireDemoSite({ isOwn }: Pick<SetUp, 'isOwn'>): void {
  if (isOwn) throw new Refusal('already-own')
}

export const guides = ['choice', 'reminder'] as const
export type Guide = (typeof guides)[number]

/** What the dashboard shows before the checklist: the choice, a reminder while the owner explores the demo, or nothing. */
export function guideFor({ state, isOwn }: SetUp): Guide | null {
  if (isOwn || state === 'dismissed') return null
  return state === null ? 'choice' : 'reminder'
}
