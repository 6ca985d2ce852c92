import { activityActions, type Json, type ResourceType } from '#domain/activity/activity.ts'

type ActionWords = { [R in ResourceType]: Record<(typeof activityActions)[R][number], string> }

const edits = (the: string) => ({
  created: `added ${the}`,
  updated: `changed ${the}`,
  status_changed: `changed the status of ${the}`,
  deleted: `deleted ${the}`,
  restored: `restored ${the}`,
})

const entries = (the: string, all: string) => ({
  ...edits(the),
  reordered: `changed the order of ${all}`,
  reset: `reset ${all} to the starter`,
})

/** Each action as it stands between the user and the name of the resource. */
const wordsOfActions: ActionWords = {
  account: {
    signed_in: 'signed in',
    sign_in_failed: 'tried to sign in and failed',
    sign_in_locked: 'tried to sign in too often and was locked out',
    signed_out: 'signed out',
    second_factor_failed: 'entered a wrong code',
    second_factor_locked: 'entered too many wrong codes and was locked out',
    recovery_code_used: 'signed in with a recovery code',
    recovery_code_failed: 'entered a wrong recovery code',
    two_factor_enabled: 'turned two-factor authentication on',
    two_factor_disabled: 'turned two-factor authentication off',
    password_changed: 'changed their password',
    password_reset_asked: 'asked for a link to reset a password',
    password_reset: 'reset their password',
    signed_up: 'signed up',
    email_verified: 'confirmed their email address',
    email_change_asked: 'asked to change the email address they sign in with',
    email_change_withdrawn: 'cancelled the change of their email address',
    email_changed: 'changed the email address they sign in with',
    other_sessions_ended: 'ended their other sessions',
    session_ended: 'signed out one of their devices',
    sign_in_disowned: 'said that a sign-in was not theirs',
  },
  access: {
    granted: 'gave access to',
    invited: 'invited',
    invitation_accepted: 'accepted the invitation for',
    removed: 'removed the access of',
    removal_asked: 'asked to remove the access of',
    removal_stopped: 'stopped the removal of',
    removal_withdrawn: 'cancelled the removal of',
    invitation_taken_back: 'withdrew the invitation of',
    restored: 'restored, with a command on the server, the access of',
  },
  website: {
    created: 'created the website',
    suspended: 'suspended the website',
    resumed: 'opened the suspended website',
    deleted: 'deleted the website',
    restored: 'restored the deleted website',
    host_added: 'added the host',
    host_confirmed: 'confirmed the host',
    host_removed: 'removed the host',
    main_host_changed: 'chose as the main host',
  },
  settings: edits('the settings'),
  demo: { removed: 'removed the demo content', replaced: 'made the website their own' },
  site_version: {
    published: 'published the website,',
    scheduled: 'scheduled the website,',
    unscheduled: 'cancelled the schedule of the website,',
    discarded: 'discarded a draft of the website,',
    restored: 'restored the website as a draft,',
    deleted: 'deleted an old version of the website,',
  },
  preview_link: { created: 'made a preview link for', deleted: 'ended the preview link for' },
  contact_message: {
    opened: 'opened a contact message',
    marked_read: 'marked a contact message as read',
    marked_unread: 'marked a contact message as unread',
    sent_again: 'sent a contact message again',
    deleted: 'deleted a contact message',
    restored: 'restored a contact message',
    expired: 'deleted an old contact message',
  },
  mail: { retried: 'retried failed mails', dismissed: 'dismissed failed mails', restored: 'restored failed mails' },
  job: { retried: 'retried failed jobs' },
  picture: {
    updated: 'changed the description or the focal point of the picture',
    replaced: 'put in the place of another the picture',
    deleted: 'deleted from the library the picture',
    restored: 'restored in the library the picture',
  },
  announcement: edits('the announcement'),
  tour_date: edits('the show'),
  gallery_image: {
    ...edits('the picture'),
    reordered: 'changed the order of the gallery',
  },
  order: {
    status_changed: 'changed the status of the order',
    updated: 'changed the order',
    noted: 'added a note to the order',
    mailed: 'sent another mail to the customer of the order',
    cancelled: 'cancelled the order',
    decrypted: 'opened the customer details of',
    exported: 'exported orders',
    exported_with_customers: 'exported orders with their customers',
  },
  customer: { erased: 'erased a customer', answered: 'answered a customer', noted: 'added a note about a customer' },
  download: {
    extended: 'extended the download of',
    counted_anew: 'reset the download of',
    withdrawn: 'withdrew the download of',
    restored: 'restored the download of',
    reissued: 'sent new links to the downloads of order',
  },
  payment: {
    needs_review: 'found a payment that needs attention:',
    refunded: 'refunded',
    test_received: 'received the test payment',
    test_refunded: 'refunded the test payment',
  },
  release: entries('the record', 'the records'),
  award: entries('the award', 'the awards'),
  press_quote: entries('the press quote', 'the press quotes'),
  media_item: { ...edits('the media item'), reordered: 'changed the order of the media' },
  product: { ...edits('the product'), stock_corrected: 'corrected the stock of' },
  product_category: edits('the category'),
  product_file: {
    uploaded: 'uploaded the file',
    missing: 'found that a sold file is missing:',
    updated: 'changed the details of the track',
    reordered: 'changed the order of the tracks of',
    deleted: 'deleted the file',
    restored: 'restored the file',
  },
}

/** The same where the name of the resource follows, as the actions above are used without one too. */
const wordsBeforeName: { [R in ResourceType]?: Partial<Record<(typeof activityActions)[R][number], string>> } = {
  account: {
    sign_in_failed: 'tried to sign in and failed, to the account of',
    sign_in_locked: 'tried to sign in too often and was locked out, from the account of',
    password_reset_asked: 'asked for a link to reset the password of',
  },
  settings: { updated: 'changed in the settings:', restored: 'restored earlier settings:' },
}

/** A failure of a user who is signed in, and what they were doing (`details.during`). */
const failureTexts: Partial<Record<(typeof activityActions)['account'][number], string>> = {
  sign_in_failed: 'entered a wrong password',
  sign_in_locked: 'entered too many wrong passwords',
  second_factor_failed: 'entered a wrong code',
  second_factor_locked: 'entered too many wrong codes',
  recovery_code_failed: 'entered a wrong recovery code',
}
const occasionTexts: Record<string, string> = {
  confirmation: 'when asked to confirm a change',
  enrolment: 'when setting up two-factor authentication',
  disabling: 'when turning two-factor authentication off',
  'password-change': 'when changing their password',
}

/** The label of a resource type in the filter. */
const kinds: Record<ResourceType, string> = {
  account: 'Accounts',
  access: 'Access',
  website: 'Websites and hosts',
  settings: 'Settings',
  demo: 'Demo content',
  site_version: 'Website',
  preview_link: 'Preview links',
  contact_message: 'Contact messages',
  mail: 'Mails',
  job: 'Jobs',
  picture: 'Picture library',
  announcement: 'Announcements',
  tour_date: 'Shows',
  gallery_image: 'Gallery',
  order: 'Orders',
  customer: 'Customers',
  download: 'Downloads',
  payment: 'Payments',
  release: 'Records',
  award: 'Awards',
  press_quote: 'Press',
  media_item: 'Media',
  product: 'Products',
  product_category: 'Product categories',
  product_file: 'Product files',
}

type ActionLine = { resourceType: string; action: string; name?: string | null; during?: string | null }

/** `changed the show`, as it stands before the name of the show. Unknown actions (of a newer version) are spelled out. */
export function activityText({ resourceType, action, name, during }: ActionLine): string {
  const [failure, occasion] = [lookUp(failureTexts, action), during && lookUp(occasionTexts, during)]
  if (resourceType === 'account' && failure && occasion) return `${failure} ${occasion}`
  const beforeName = name && lookUp<Record<string, string>>(wordsBeforeName, resourceType)
  if (beforeName && Object.hasOwn(beforeName, action)) return beforeName[action]!
  const known = lookUp<Record<string, string>>(wordsOfActions, resourceType) ?? edits(`the ${withSpaces(resourceType)}`)
  return lookUp(known, action) ?? `${withSpaces(action)} the ${withSpaces(resourceType)}`
}

export const resourceTypeLabel = (resourceType: string): string =>
  lookUp(kinds, resourceType) ?? capitalize(withSpaces(resourceType))

/** The options of the action filter: those of one resource type, or those that several types share. */
export function actionFilterOptions(resourceType: ResourceType | undefined): [action: string, name: string][] {
  if (!resourceType) return Object.entries(edits('something')).map(([action, text]) => [action, capitalize(text)])
  return activityActions[resourceType].map((action) => [action, capitalize(activityText({ resourceType, action }))])
}

/**
 * A user by e-mail address, as in People. An entry without a user is by the system, except at the sign-in: there a visitor
 * tries to become one.
 */
export function activityUserLabel(
  { userId, email }: { userId: string | null; email: string | null },
  resourceType = 'account',
): string {
  if (email) return email
  if (userId !== null) return 'a deleted user'
  return resourceType === 'account' ? 'an unknown user' : 'the system'
}

const fields: Record<string, string> = {
  contactEmail: 'Contact address',
  social: 'Social links',
  region: 'Language, time zone and currency',
  delivery: 'Delivery',
  vat: 'VAT',
  downloads: 'Download limits',
  passwords: 'Rules for passwords',
  isActive: 'Active',
  isDismissible: 'Can be dismissed',
  isPublished: 'Published',
  linkUrl: 'Link',
  announcementType: 'About',
  startDate: 'From',
  endDate: 'Until',
  zone: 'Time zone',
  doorsTime: 'Doors',
  onSaleAt: 'On sale from',
  countyRegion: 'Region',
  eventType: 'Event type',
  alt: 'Description for screen readers',
  isDecorative: 'Only decoration',
  focusX: 'Focal point from the left',
  focusY: 'Focal point from the top',
  posterUrl: 'Poster',
  vatKind: 'Tax type',
  categoryId: 'Category',
  isFeatured: 'Featured',
  maxQuantity: 'Limit per order',
  optionNames: 'Options',
  posterAlt: 'Description of the poster',
  coverAlt: 'Description of the cover',
  imageAlt: 'Description of the picture',
  links: 'Streaming links',
  by: 'Awarded by',
  work: 'For',
}

/** `venueNotes` becomes `Venue notes`. */
export const changedFieldLabel = (field: string): string =>
  lookUp(fields, field) ?? capitalize(field.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** The value of a field in a form that a person can read. */
export type ReadableValue = string | number | boolean | null | string[]

export function formatChangedValue(value: Json): ReadableValue {
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as ReadableValue)
}

function lookUp<T>(table: Record<string, T>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}
const withSpaces = (word: string) => word.replaceAll('_', ' ')
const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const editPaths: Record<string, (id: string) => string> = {
  tour_date: (id) => `/admin/tour/${id}`,
  picture: (id) => `/admin/site/pictures/${id}`,
  announcement: (id) => `/admin/announcements/${id}`,
  gallery_image: (id) => `/admin/gallery/${id}`,
  release: (id) => `/admin/site/records/${id}`,
  award: (id) => `/admin/site/awards/${id}`,
  press_quote: (id) => `/admin/site/press/${id}`,
  media_item: (id) => `/admin/media/${id}`,
  order: (id) => `/admin/orders/${id}`,
  download: () => '/admin/downloads',
  product: (id) => `/admin/shop/${id}`,
  product_category: () => '/admin/shop/categories',
  contact_message: () => '/admin/messages',
  access: () => '/admin/settings?tab=people',
}

/** The admin page of a logged resource; null when it was deleted or has none. */
export function editPathOfResource(line: {
  resourceType: string
  resourceId: string | null
  isGone: boolean
}): string | null {
  if (line.isGone || line.resourceId === null || !Object.hasOwn(editPaths, line.resourceType)) return null
  return editPaths[line.resourceType]!(line.resourceId)
}
