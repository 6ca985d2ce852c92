import { Refusal } from '#domain/refusal.ts'

/** How far an owner is with the set-up guide: looking at the demo first, the site is theirs, or no guide any more. */
export const setUpStates = ['exploring', 'mine', 'dismissed'] as const
export type SetUpState = (typeof setUpStates)[number]

export type SetUp = {
  /** Null until the owner has chosen. */
  state: SetUpState | null
  /** The demo artist is gone. That stays so, whether the guide is shown or not. */
  isOwn: boolean
}

/** A guide that is opened again leads through what is left to do; the demo cannot come back. */
export function chosenState({ isOwn }: Pick<SetUp, 'isOwn'>, chosen: 'exploring' | 'dismissed'): SetUpState {
  return isOwn && chosen === 'exploring' ? 'mine' : chosen
}

/** A site becomes its owner's once: a second time would replace what they have made since. */
export function refuseOwnSite({ isOwn }: Pick<SetUp, 'isOwn'>): void {
  if (isOwn) throw new Refusal('already-own')
}

export const guides = ['choice', 'reminder'] as const
export type Guide = (typeof guides)[number]

/** What the dashboard shows before the checklist: the choice, a line while its owner looks at the demo, or nothing. */
export function guideFor({ state, isOwn }: SetUp): Guide | null {
  if (isOwn || state === 'dismissed') return null
  return state === null ? 'choice' : 'reminder'
}
