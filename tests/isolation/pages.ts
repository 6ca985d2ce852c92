import { randomBytes } from 'node:crypto'
import { newId } from '#server/db/id.ts'

/** What an address can name of a site: its rows, its files, and what only some people know. */
export type Held = Record<
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
      | 'film'
    )
  | ('orderNumber' | 'buyer' | 'downloadToken' | 'exportToken' | 'paymentSession' | 'reference' | 'openPayment')
  | ('invitation' | 'resetToken' | 'signUpToken' | 'image' | 'mediaFile' | 'clip' | 'websiteId'),
  string
>

const secret = () => randomBytes(32).toString('base64url')

/** Of the same shape as what a site has, and nowhere. */
export const nothing = (): Held => ({
  ...{ show: newId(), showSlug: `nothing-${newId()}`, announcement: newId(), logEntry: newId(), websiteId: newId() },
  ...{
    product: newId(),
    productSlug: `nothing-${newId()}`,
    category: `nothing-${newId()}`,
    stock: newId(),
    photograph: newId(),
    film: newId(),
  },
  ...{ orderNumber: '260501-ZZZZZZ', buyer: randomBytes(32).toString('hex'), reference: secret() },
  ...{ downloadToken: secret(), exportToken: secret(), invitation: secret(), resetToken: secret() },
  ...{ signUpToken: secret(), paymentSession: `cs_test_${secret()}`, openPayment: `cs_test_${secret()}` },
  image: `/images/${randomBytes(8).toString('hex')}/nothing-320.webp`,
  mediaFile: `/media/files/${randomBytes(32).toString('hex')}/nothing.mp3`,
  clip: `/previews/${newId()}-${randomBytes(8).toString('hex')}.mp3`,
})

/** What is put into the address: a part of the path where the route has one of that name, else a part of the query. */
export type PageEntry = (held: Held) => Record<string, string>

/** Nothing of anybody's can be named in it. */
const plain: PageEntry = () => ({})

/**
 * Every page of the route tree. One that is not in here fails the walk: whoever adds a page says what can be named in
 * its address.
 */
export const pages: Record<string, PageEntry> = {
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
  '/admin/keep-access': ({ resetToken }) => ({ token: resetToken }),
  '/admin/unauthorized': plain,
  '/admin/activity': plain,
  '/admin/announcements': plain,
  '/admin/announcements/$id': ({ announcement }) => ({ id: announcement }),
  '/admin/announcements/new': ({ logEntry }) => ({ from: logEntry }),
  '/admin/change-password': plain,
  '/admin/customer-support': ({ orderNumber, buyer }) => ({ order: orderNumber, buyer }),
  '/admin/dashboard': plain,
  '/admin/digital-analytics': plain,
  '/admin/downloads': ({ buyer }) => ({ buyer }),
  '/admin/gallery': plain,
  '/admin/gallery/$id': ({ photograph }) => ({ id: photograph }),
  '/admin/media': plain,
  '/admin/media/$id': ({ film }) => ({ id: film }),
  '/admin/media/new': plain,
  '/admin/orders': ({ buyer }) => ({ buyer }),
  '/admin/orders/$number': ({ orderNumber }) => ({ number: orderNumber }),
  '/admin/settings': plain,
  '/admin/shop': plain,
  '/admin/shop/$id': ({ product }) => ({ id: product }),
  '/admin/shop/categories': plain,
  '/admin/shop/inventory': plain,
  '/admin/shop/inventory/$id': ({ stock }) => ({ id: stock }),
  '/admin/shop/new': plain,
  '/admin/shop/uploads': plain,
  '/admin/tour': plain,
  '/admin/tour/$id': ({ show }) => ({ id: show }),
  '/admin/tour/new': plain,
}

export function addressOf(route: string, named: Record<string, string>): string {
  const query = { ...named }
  const path = route.replaceAll(/\$(\w*)/g, (mark, name: string) => {
    const part = named[name || mark]!
    delete query[name || mark]
    return part
  })
  const search = String(new URLSearchParams(query))
  return search ? `${path}?${search}` : path
}

/** What the house answers beside pages and the API, each with something of a site in its address. */
export const files: Record<string, (held: Held) => string> = {
  'GET /images/*': ({ image }) => image,
  'GET /media/files/*': ({ mediaFile }) => mediaFile,
  'GET /previews/*': ({ clip }) => clip,
  'GET /sandbox/pay/:id': ({ openPayment }) => `/sandbox/pay/${openPayment}`,
  'POST /sandbox/pay/:id': ({ openPayment }) => `/sandbox/pay/${openPayment}`,
}
