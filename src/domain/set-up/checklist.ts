import { type Actor, hasPermission, type Permission } from '#domain/actor.ts'
import type { GoingLiveState } from '#domain/going-live/check.ts'
import { hasDiscography, hasShop, hasTour, takesCards, type WithFeatures } from '#domain/sites/features.ts'

/** The steps after the set-up, in their order, until the website is ready for visitors. */
export const checklistIds = ['show', 'release', 'payments', 'mail', 'domain', 'second-factor', 'backup'] as const
export type ChecklistId = (typeof checklistIds)[number]

/** Everything here is known without a request to another server. */
export type ChecklistFacts = {
  /** Demo content does not count. */
  has: { show: boolean; record: boolean; product: boolean }
  /** The last results of the going-live checks; absent when there is none. */
  lastChecked: Partial<Record<'payments' | 'mail' | 'domain', GoingLiveState>>
  takesRealMoney: boolean
  sendsMails: boolean
  /** The host of the request is a public name. */
  isAtPublicName: boolean
  /** Of the signed-in user. */
  hasSecondFactor: boolean
  hasBackup: boolean
}

type ChecklistItem = {
  label: string
  sentence: string
  /** The screen on which it is done. */
  address: (site: WithFeatures) => { to: string; search?: Record<string, string> }
  permission: Permission
  isFor: (site: WithFeatures) => boolean
  isDone: (facts: ChecklistFacts) => boolean
}

const goingLive = () => ({ to: '/admin/going-live' })
const always = () => true

/** The last result of a check takes precedence over the settings. */
const checked = (state: GoingLiveState | undefined, otherwise: boolean): boolean =>
  state === undefined || state === 'unknown' ? otherwise : state === 'ok'

export const checklist: Record<ChecklistId, ChecklistItem> = {
  show: {
    label: 'Add your first show',
    sentence: 'With date, city and venue it is on your website, ready for a ticket link.',
    address: () => ({ to: '/admin/tour/new' }),
    permission: 'tour:edit',
    isFor: hasTour,
    isDone: ({ has }) => has.show,
  },
  release: {
    label: 'Add your first record or product',
    sentence: 'Something to hear or to buy is what most visitors look for.',
    address: (site) => ({ to: hasDiscography(site) ? '/admin/site/records/new' : '/admin/shop/new' }),
    permission: 'products:edit',
    isFor: (site) => hasDiscography(site) || hasShop(site),
    isDone: ({ has }) => has.record || has.product,
  },
  payments: {
    label: 'Take real payments',
    sentence: 'Until then orders in your shop are tests, and no money moves.',
    address: goingLive,
    permission: 'settings:read',
    isFor: takesCards,
    isDone: ({ lastChecked, takesRealMoney }) => checked(lastChecked.payments, takesRealMoney),
  },
  mail: {
    label: 'Send mails',
    sentence: 'Buyers get their confirmations, and you get your messages.',
    address: goingLive,
    permission: 'settings:read',
    isFor: always,
    isDone: ({ lastChecked, sendsMails }) => checked(lastChecked.mail, sendsMails),
  },
  domain: {
    label: 'Connect your domain',
    sentence: 'People find you under your own name.',
    address: goingLive,
    permission: 'settings:read',
    isFor: always,
    isDone: ({ lastChecked, isAtPublicName }) => checked(lastChecked.domain, isAtPublicName),
  },
  'second-factor': {
    label: 'Turn on your second factor',
    sentence: 'With it a stolen password is not enough to enter. It takes two minutes.',
    address: () => ({ to: '/admin/settings', search: { tab: 'security' } }),
    permission: 'settings:read',
    isFor: always,
    isDone: ({ hasSecondFactor }) => hasSecondFactor,
  },
  backup: {
    label: 'Have a backup',
    sentence: 'Whatever happens to the server, nothing of yours is lost.',
    address: goingLive,
    permission: 'settings:read',
    isFor: always,
    isDone: ({ hasBackup }) => hasBackup,
  },
}

export type ChecklistState = { id: ChecklistId; isDone: boolean }[]

/** The items of this website that the actor may do; null when all of them are done. */
export function checklistState(site: WithFeatures, actor: Actor, facts: ChecklistFacts): ChecklistState | null {
  const items = checklistIds
    .filter((id) => checklist[id].isFor(site) && hasPermission(actor, checklist[id].permission))
    .map((id) => ({ id, isDone: checklist[id].isDone(facts) }))
  return items.every(({ isDone }) => isDone) ? null : items
}
