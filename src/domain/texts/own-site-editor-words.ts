/** Why an edit of the website is refused. */
export const siteEditorTexts = {
  tooLong: ({ part }: { part: string }) =>
    `The texts of your website are too long together. The longest part is “${part}”. Please shorten it.`,
  inThePast: 'Please choose a time in the future.',
  alreadyScheduled: 'Another version is scheduled already. Cancel its schedule first.',
  inUse: 'Only old versions can be deleted.',
  pageGone: 'This page was deleted.',
  previewEnded: 'This preview has ended. Please ask for a new link.',
  tooManyPreviewLinks: 'There are 50 preview links. End one of them first.',
  unreadable: 'This program cannot read that version of your website. Discard the draft, or restore another version.',
  nothingToPublish: 'There is no draft. Somebody has published or discarded it.',
  notPublishable: 'The draft cannot be published yet. Please look at the problems below.',
} as const

/** About settings, which are in effect as soon as they are saved. */
export const settingsTexts = {
  passwordsTooWeak: 'must ask for uppercase and lowercase letters, a number and a special character',
  cardsNeedCurrency: ({ currency }: { currency: string }) =>
    `Card payments are not possible in ${currency}. Choose another currency, or a shop with a contact page.`,
  currencyNotChargeable: ({ currency }: { currency: string }) =>
    `Your shop takes card payments, and those are not possible in ${currency}.`,
  currencyLocked:
    'The currency cannot be changed any more, because your shop has orders: their amounts, refunds and your figures are in it.',
  noDelivery: 'There is no delivery method, so nobody can order physical products.',
  noVat: 'No country has a VAT rate, so no VAT is charged.',
} as const
