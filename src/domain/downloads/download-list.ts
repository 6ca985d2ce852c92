import { downloadStates } from '#domain/downloads/state.ts'
import { defineList, type ListRequest, type ListSearch } from '#domain/ui/list.ts'
import { oneOf, textOf } from '#domain/ui/search.ts'

export const downloadList = defineList({
  filters: {
    /** The number of an order, or the name of a product. */
    q: textOf(254),
    /** An e-mail address, hashed before it was sent: SHA-256 in hex. No address stands in an address. */
    buyer: textOf(64, /^[0-9a-f]{64}$/),
    state: oneOf(...downloadStates),
    last: oneOf('failed'),
  },
  sorts: ['created', 'expires', 'used', 'last'],
  direction: 'down',
})
export type DownloadSearch = ListSearch<typeof downloadList>
export type DownloadRequest = ListRequest<typeof downloadList>
