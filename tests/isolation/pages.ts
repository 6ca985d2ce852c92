import { randomBytes } from 'node:crypto'
import { newId } from '#server/db/id.ts'

/** What a URL can name of a site: rows, files, and secrets. */
export type PlaceholderValues = Record<
  | (
      | 'show'
      | 'showSlug'
      | 'announcement'
      | 'logEntry'
      | 'product'
      | 'productSlug'
      | 'category'
      | 'stock'
      | 'photograph'
      | 'picture'
      | 'film'
      | 'release'
      | 'award'
      | 'quote'
    )
  | ('orderNumber' | 'buyer' | 'downloadToken' | 'exportToken' | 'paymentSession' | 'reference' | 'openPayment')
  | ('invitation' | 'resetToken' | 'signUpToken' | 'image' | 'mediaFile' | 'clip' | 'websiteId'),
  string
>

const secret = () => randomBytes(32).toString('base64url')

/** Values of the right shape that exist nowhere. */
export const unknownPlaceholderValues = (): PlaceholderValues => ({
  show: newId(),
  showSlug: `nothing-${newId()}`,
  announcement: newId(),
  logEntry: newId(),
  websiteId: newId(),
  product: newId(),
  productSlug: `nothing-${newId()}`,
  category: `nothing-${newId()}`,
  stock: newId(),
  photograph: newId(),
  picture: newId(),
  film: newId(),
  release: newId(),
  award: newId(),
  quote: newId(),
  orderNumber: '260501-ZZZZZZ',
  buyer: randomBytes(32).toString('hex'),
  reference: secret(),
  downloadToken: secret(),
  exportToken: secret(),
  invitation: secret(),
  resetToken: secret(),
  signUpToken: secret(),
  paymentSession: `cs_test_${secret()}`,
  openPayment: `cs_test_${secret()}`,
  image: `/images/${randomBytes(8).toString('hex')}/nothing-320.webp`,
  mediaFile: `/media/files/${randomBytes(32).toString('hex')}/nothing.mp3`,
  clip: `/previews/${newId()}-${randomBytes(8).toString('hex')}.mp3`,
})

/** The values for the URL: a path parameter where the route has one of that name, else a query parameter. */
export type PageEntry = (held: PlaceholderValues) => Record<string, string>

/** The URL names no row. */
const plain: PageEntry = () => ({})

/** Every page of the route tree. A missing page fails the test: a new page states here what its URL can name. */
export const pageEntries: Record<string, PageEntry> = {
  '/': plain,
  '/$': () => ({ $: 'no/such/page' }),
  '/awards': plain,
  '/cart': plain,
  '/checkout': plain,
  '/contact': plain,
  '/discography': plain,
  '/gallery': plain,
  '/history': plain,
  '/media': plain,
  '/press': plain,
  '/privacy': plain,
  '/terms': plain,
  '/auth/callback': ({ websiteId, signUpToken }) => ({ site: websiteId, token: signUpToken }),
  '/reset-password': ({ resetToken }) => ({ token: resetToken }),
  '/downloads/$token': ({ downloadToken }) => ({ token: downloadToken }),
  '/orders/find': ({ orderNumber }) => ({ number: orderNumber }),
  '/payment/confirm': ({ paymentSession, reference }) => ({ session_id: paymentSession, reference }),
  '/privacy/verify-export/$token': ({ exportToken }) => ({ token: exportToken }),
  '/shop': ({ category }) => ({ category }),
  '/shop/$slug': ({ productSlug }) => ({ slug: productSlug }),
  '/shop/contact': plain,
  '/tour': plain,
  '/tour/$slug': ({ showSlug }) => ({ slug: showSlug }),
  '/dev/ui': plain,
  '/admin': plain,
  '/admin/login': plain,
  '/admin/sign-up': ({ invitation }) => ({ invitation }),
  '/admin/confirm-email': ({ resetToken }) => ({ token: resetToken }),
  '/admin/keep-access': ({ resetToken }) => ({ token: resetToken }),
  '/admin/unauthorized': plain,
  '/admin/$': () => ({ $: 'no/such/screen' }),
  '/admin/activity': plain,
  '/admin/announcements': plain,
  '/admin/announcements/$id': ({ announcement }) => ({ id: announcement }),
  '/admin/announcements/new': ({ logEntry }) => ({ from: logEntry }),
  '/admin/change-password': plain,
  '/admin/customer-support': ({ orderNumber, buyer }) => ({ order: orderNumber, buyer }),
  '/admin/dashboard': plain,
  '/admin/messages': plain,
  '/admin/digital-analytics': plain,
  '/admin/downloads': ({ buyer }) => ({ buyer }),
  '/admin/gallery': plain,
  '/admin/gallery/$id': ({ photograph }) => ({ id: photograph }),
  '/admin/site/pictures': plain,
  '/admin/site/pictures/$id': ({ picture }) => ({ id: picture }),
  '/admin/media': plain,
  '/admin/media/$id': ({ film }) => ({ id: film }),
  '/admin/media/new': plain,
  '/admin/orders': ({ buyer }) => ({ buyer }),
  '/admin/orders/$number': ({ orderNumber }) => ({ number: orderNumber }),
  '/admin/set-up': plain,
  '/admin/settings': plain,
  '/admin/going-live': plain,
  '/admin/sites': plain,
  '/admin/sites/new': plain,
  '/admin/sites/$websiteId': ({ websiteId }) => ({ websiteId }),
  '/admin/site/features': plain,
  '/admin/site/shop-rules': plain,
  '/admin/shop': plain,
  '/admin/shop/$id': ({ product }) => ({ id: product }),
  '/admin/shop/categories': plain,
  '/admin/shop/inventory': plain,
  '/admin/shop/inventory/$id': ({ stock }) => ({ id: stock }),
  '/admin/shop/new': plain,
  '/admin/shop/uploads': plain,
  '/admin/site': plain,
  '/admin/site/identity': plain,
  '/admin/site/look': plain,
  '/admin/site/navigation': plain,
  '/admin/site/pages': plain,
  '/admin/site/pages/$page': () => ({ page: 'home', section: 'hero' }),
  '/admin/site/texts': () => ({ q: 'boat' }),
  '/admin/site/texts/$part': () => ({ part: 'notFound' }),
  '/admin/site/versions': plain,
  '/admin/site/records': plain,
  '/admin/site/records/$id': ({ release }) => ({ id: release }),
  '/admin/site/records/new': plain,
  '/admin/site/awards': plain,
  '/admin/site/awards/$id': ({ award }) => ({ id: award }),
  '/admin/site/awards/new': plain,
  '/admin/site/press': plain,
  '/admin/site/press/$id': ({ quote }) => ({ id: quote }),
  '/admin/site/press/new': plain,
  '/admin/tour': plain,
  '/admin/tour/$id': ({ show }) => ({ id: show }),
  '/admin/tour/new': plain,
}

export function urlOfRoute(route: string, named: Record<string, string>): string {
  const query = { ...named }
  const path = route.replaceAll(/\$(\w*)/g, (mark, name: string) => {
    const part = named[name || mark]!
    delete query[name || mark]
    return part
  })
  const search = String(new URLSearchParams(query))
  return search ? `${path}?${search}` : path
}

/** Addresses beside pages and API, each with something of a site in its URL. */
export const fileEntries: Record<string, (held: PlaceholderValues) => string> = {
  'GET /images/*': ({ image }) => image,
  'GET /media/files/*': ({ mediaFile }) => mediaFile,
  'GET /previews/*': ({ clip }) => clip,
  'GET /sandbox/pay/:id': ({ openPayment }) => `/sandbox/pay/${openPayment}`,
  'POST /sandbox/pay/:id': ({ openPayment }) => `/sandbox/pay/${openPayment}`,
}
