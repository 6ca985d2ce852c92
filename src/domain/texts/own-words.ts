/** Texts that the specification leaves to us, as in every file named `own-…`. The other files quote it letter for letter. */

export const refusalTexts = {
  invalid: 'Please check the marked fields.',
  malformed: 'The request could not be understood.',
  notSignedIn: 'Please sign in to continue.',
  notAllowed: 'You are not allowed to do this.',
  notFound: 'There is nothing at this address.',
  conflict: 'This has changed in the meantime. Please reload and try again.',
  tooLarge: 'The request is too large.',
  tooMany: 'Too many requests. Please wait a moment and try again.',
  tooManyFor: ({ wait }: { wait: string }) => `Too many requests. Please wait ${wait} and try again.`,
  unsupportedType: 'This type of content is not accepted here.',
  unknownHost: 'There is no website at this address.',
  unknownHostTitle: 'No website here',
  siteClosed: 'This website is closed at the moment.',
  siteClosedTitle: 'Closed',
  foreignOrigin: 'The request came from another website and was refused.',
  methodNotAllowed: 'This address does not accept that method.',
  unavailable: 'The service is unavailable at the moment. Please try again shortly.',
  storageFull: 'There is no storage space left. Please try again later.',
} as const

export const passwordRuleTexts = {
  specialExtended: 'Password must contain at least one special character (extended set)',
  tooLong: 'Password is too long',
  notText: 'Password contains characters that cannot be stored',
} as const

export const accountTexts = {
  linkInvalid: 'This link has expired or was already used. Please ask for a new one.',
  keepLinkEnded:
    'This link was already used or has expired. Sign in to see whether you still have access. If you lost it against your will, write to the other administrators, or to the person who runs the website.',
  disownLinkEnded:
    'This link was already used, is older than seven days, or the password was changed by a mailed link since then. If you still want a new password, choose “Forgot your password?” on the sign-in page.',
  emailLinkEnded:
    'This link was already used or has expired. Sign in to see which address your account has. You can start the change again under Settings, Security.',
  sameEmail: 'This is already the address of your account',
  challengeExpired: 'Your sign-in has expired. Please sign in again.',
  emailNotConfirmed: 'Please confirm your email address first: open the link that we have sent you.',
  signUpPasswordRequired: 'Please enter the password that you chose when you signed up',
  signUpPasswordWrong: 'This is not the password that was chosen at sign-up. If you did not sign up, ignore the mail.',
  codeRequired: 'Please enter the code from your authenticator app',
  recoveryCodeRequired: 'Please enter one of your recovery codes',
  sessionLimited:
    'You signed in with a recovery code. Set up two-factor authentication again or change your password to use the rest of the admin area.',
  lastAdministrator: 'The last administrator of a website cannot be removed.',
  confirmationRequired: 'Please enter your password to continue.',
  invitedOther: 'This invitation was sent to another email address',
  statusVerified: 'Your email address is verified. You can sign in now.',
  statusKnown: 'You already have an account: sign in with your own password.',
  statusNotFound: 'Account not found. Please sign up again.',
  statusPending: 'We have sent you a confirmation email. Please open the link in it.',
} as const

export const contactTexts = {
  oneLine: 'Please use a single line without control characters',
  notText: 'Message contains characters that cannot be sent',
  verificationFailed: 'Security verification failed. Please try again.',
  keyWrong: 'This page is out of date. Please reload it and send your message again.',
  unreadable: 'This message cannot be read.',
  noKey: 'This message cannot be read: the data key that it was encrypted with is missing.',
  damaged: 'This message cannot be read: it was damaged in the database.',
  noAddress: 'This site has no contact address. Please enter one under Settings, Site information.',
} as const

export const mailRetryTexts = {
  notRetried: 'This mail is not sent again: it was sent, is waiting to be sent, or may already be at the mail server.',
} as const

export const cartTexts = {
  added: ({ name }: { name: string }) => `${name} is in your cart.`,
  addedAgain: ({ name, quantity }: { name: string; quantity: number }) =>
    `${name} is in your cart ${quantity} times now.`,
  inCart: ({ name }: { name: string }) => `${name} is already in your cart. One is enough: it is a download.`,
  most: ({ name }: { name: string }) => `There is no more of ${name} than what is in your cart.`,
  atMost: ({ most }: { most: number }) => `At most ${most} in one order.`,
  full: 'Your cart is full. Please order what is in it first.',
  empty: 'Nothing is in your cart yet.',
  emptied: 'Your cart is empty now.',
  tabOnly: 'Your cart is kept until you close this tab.',
  unchosen: ({ missing }: { missing: string }) => `Please choose: ${missing}.`,
  unchecked: 'Prices could not be checked just now.',
  noScripts: 'The cart and the checkout need JavaScript. Without it, please',
  something: 'Something that you chose',
  gone: ({ name }: { name: string }) => `${name} is no longer sold and was left out.`,
  soldOut: ({ name }: { name: string }) => `${name} is sold out and was left out.`,
  notReady: ({ name }: { name: string }) => `${name} cannot be downloaded yet and was left out.`,
  overLimit: ({ name, most }: { name: string; most: number }) =>
    `${name} was left out: at most ${most} per order, all variants together.`,
  fewer: ({ name, quantity }: { name: string; quantity: number }) =>
    `${name}: no more than ${quantity} can be ordered at the moment.`,
  priceChanged: ({ name, from, to }: { name: string; from: string; to: string }) =>
    `${name} now costs ${to}; it was ${from} when you chose it.`,
  belowMinimum: ({ name, least }: { name: string; least: string }) => `${name} costs ${least} or more.`,
  getFree: 'Get it free',
  newPrice: ({ name, price }: { name: string; price: string }) => `${name} is in your cart for ${price} now.`,
} as const

export const checkoutTexts = {
  empty: 'There is nothing in your cart yet.',
  changed: 'Something in your cart has changed. Please look at it again before you pay.',
  notDelivered: 'We do not deliver to this country.',
  deliveryUnknown: 'Please choose how it should be delivered.',
  tooLarge: 'This order is too large to be paid for by card. Please write to us.',
  tooSmall: ({ least }: { least: string }) =>
    `By card you can pay ${least} or more. Please add something to your cart.`,
  tooLittle: 'This is too little to be paid for by card. Please add something to your cart.',
  tooManyLines: ({ most }: { most: number }) => `No more than ${most} different things fit into one order.`,
  quantity: ({ most }: { most: number }) => `Please enter a whole number from 1 to ${most}.`,
  price: 'Please enter a price in whole pence or cents, from 0.',
  country: 'Please choose your country.',
  name: 'Please enter your name.',
  line1: 'Please enter your street and house number.',
  city: 'Please enter your town or city.',
  region: ({ word }: { word: string }) => `Please enter your ${word}: the post needs it there.`,
  postcode: ({ example, word }: { example: string; word: string }) => `Please enter your ${word}, such as ${example}.`,
  postcodeWrong: ({ example, word = 'postcode' }: { example: string; word?: string }) =>
    `This is no ${word} of that country. One looks like ${example}.`,
  tooLong: ({ most }: { most: number }) => `This is too long: at most ${most} characters fit.`,
  humanCheck: 'Please confirm that you are human before you pay.',
  checking: 'Checking that you are human…',
  early: 'The total is being worked out. Press Pay once it is there.',
  cancelled: 'The payment was cancelled. Nothing was charged, and your cart is as it was.',
  failed: 'The payment could not be started. Nothing was charged. Please try again.',
} as const

export const paymentTexts = {
  soldOut: ({ name, left }: { name: string; left: number }) =>
    left > 0 ? `Only ${left} left of ${name}. Please take fewer.` : `${name} is sold out.`,
  keyUsed: 'This order was changed while it was being paid for. Please start the payment again.',
  over: 'This payment has ended and nothing was charged. Please start again from your cart.',
  unavailable: 'The payment service does not answer just now. Nothing was charged. Please try again in a minute.',
  notOpen: 'This shop is not open for orders yet. You are welcome to look around.',
  otherMode: 'This event is in another mode (test or live) than this site.',
  inReview: 'Your payment is being checked. We will write to you very soon.',
  forged: 'This message is not from our payment service.',
} as const

export const productRefusalTexts = {
  beingPaid: ({ name }: { name: string }) =>
    `Cannot delete product "${name}". Somebody is paying for it. The product has been archived instead.`,
  filesFirst: 'Please keep it as a draft until a recording or zip is uploaded.',
  withoutFiles: ({ name }: { name: string }) =>
    `"${name}" cannot be published: it has no recording or zip yet. Please upload one first.`,
  partWithoutFiles: ({ name, part }: { name: string; part: string }) =>
    `"${name}" cannot be published: its part "${part}" has no recording or zip yet.`,
  lastFile: ({ name }: { name: string }) =>
    `"${name}" is published and would have no files left. Please upload another one first, or make it a draft.`,
  inBundle: ({ name, bundle }: { name: string; bundle: string }) =>
    `Cannot delete product "${name}". It is part of the bundle "${bundle}".`,
} as const

export const orderRefusalTexts = {
  websiteRequired: 'Website ID is required to fetch orders',
  noStep: ({ from, to }: { from: string; to: string }) => `An order that is ${from} cannot become ${to}.`,
  noTracking: ({ status }: { status: string }) => `An order that is ${status} has no parcel to track.`,
  nothingToShip: 'Nothing in this order needs to be shipped.',
  nothingToRefund: 'There is nothing to refund for this order.',
  refundLater: 'The payment service has not refunded the money yet. We try again automatically.',
  nothingToMail: 'There is nothing to download in this order.',
  customerErased: 'This customer was erased, so no mail can be sent.',
  buyerUnreadable: 'The buyer’s data cannot be read, so no mail can be sent.',
  tooManyNotes: 'There are too many notes on this order already.',
  relationship: 'Database relationship error - contact support',
  tableMissing: 'Database table not found - contact support',
  database: ({ code }: { code: string }) => `Database error (${code}) - contact support`,
} as const

/** Where an order is, for its buyer. */
export const orderStateTexts = {
  paid: 'We pack it next, and write to you when it is shipped.',
  processing: 'We are packing it, and write to you when it is shipped.',
  shipped: 'It has been shipped to you.',
  delivered: 'It has arrived.',
  cancelled: 'This order was cancelled.',
  short: 'Something in it sold out while you were paying. We will write to you about it very soon.',
  nothingToSend: 'Nothing needs to be sent: everything in it is a download.',
} as const

export const orderDecryptionTexts = {
  batchSignInRequired: 'Authentication required for batch order decryption',
  batchFailed: ({ detail }: { detail: string }) => `Batch decryption API error: ${detail}`,
  batchEmpty: 'At least one order is needed for batch decryption',
  noKey: 'the data key that it was encrypted with is missing',
  damaged: 'it was damaged in the database',
  unexpected: 'something went wrong on our side',
  erased: 'This customer was erased',
} as const

export const erasureRefusalTexts = {
  customerWaits: ({ numbers }: { numbers: string }) =>
    `This customer has an unfinished order (${numbers}). Deliver or cancel it first. Nothing was erased.`,
  customerPays: 'This customer is paying for something at the moment. Nothing was erased. Please try again later.',
} as const

export const erasureTexts = {
  title: 'Erase a customer',
  intro:
    'For customers who ask you to delete their data. This deletes their messages, and the name, address, email and your notes on their finished orders. What was bought and paid stays for your accounts.',
  look: 'Show stored data',
  nothing: 'Nothing is stored for this address.',
  erase: 'Erase this customer',
  question: 'Erase this customer?',
  consequence: 'This cannot be undone. The activity log records that it was done, and for which orders.',
  done: 'The customer is erased.',
} as const

export const pictureUploadTexts = {
  tooLarge: 'This picture is larger than 50 MB. Please choose a smaller one.',
  kind: 'This picture format is not supported. Please choose a JPEG, PNG, WebP or AVIF file.',
  heic: 'This picture is in the HEIC format, which browsers cannot show. Please save it as JPEG and try again.',
  drawing: 'SVG files cannot be uploaded. Please choose a JPEG, PNG, WebP or AVIF file.',
  animated: 'GIFs and other animations cannot be uploaded. Please choose a picture without animation.',
  tooManyPixels: 'This picture has more than 50 megapixels. Please choose a smaller one.',
  tooHeavy: 'This picture is too complex. Please save it as a JPEG or make it smaller, and try again.',
  damaged: 'This picture is damaged or incomplete. Please choose another copy of it.',
  inUse: 'This picture is used. Please remove it from the places that show it, or replace it.',
  someInUse: 'Some of these pictures are used. Please remove them from the places that show them first.',
  same: 'This is the same picture. Please choose another file.',
} as const

export const mediaFileTexts = {
  tooLarge: 'This file is larger than 500 MB. Please choose a smaller one.',
  kind: 'This media format is not supported. Please choose an MP4, WebM, MP3, M4A, FLAC, WAV or OGG file.',
  empty: 'This file is empty. Please choose another one.',
} as const

export const dataExportTexts = {
  /** The same whether or not the address is known, so that it does not reveal customers. */
  linkSent: 'If that is your address, you will find a mail with a link in it. The link works for 24 hours.',
  heading: 'Your data',
  intro:
    'Get a copy of everything that this site keeps under your email address. The link goes to that address, so that nobody else can ask in your place.',
  ask: 'Send me the link',
  failed: 'That did not work. Please try again.',
  openTitle: 'One click and it is yours',
  openText: 'The button puts everything that this site keeps under your address into one file. It works once.',
  confirm: 'Get my data',
  readyTitle: 'Here is your data',
  readyText: 'One JSON file, which any text editor opens.',
  download: 'Download my data',
} as const

export const playerTexts = {
  failed: 'This preview cannot be played just now.',
  preview: 'Preview',
  recordingFailed: 'This recording cannot be played just now.',
  playing: 'Playing',
} as const
