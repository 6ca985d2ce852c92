import { downloadStates } from '#domain/downloads/state.ts'
import { defineList, type ListSearch } from '#domain/ui/list.ts'
import { enumParam, textParam } from '#domain/ui/search-params.ts'

export const downloadList = defineList({
  filters: {
    /** The number of an order, or the name of a product. */
    q: textParam(254),
    /** SHA-256 of an e-mail address in hex, hashed before it is sent, so that no e-mail address is in a URL. */
    buyer: textParam(64, /^[0-9a-f]{64}$/),
    state: enumParam(...downloadStates),
    last: enumParam('failed'),
  },
  sorts: ['created', 'expires', 'used', 'last'],
  direction: 'down',
})
export type DownloadListSearch = ListSearch<typeof downloadList>
