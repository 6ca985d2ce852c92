import { queryOptions } from '@tanstack/react-query'
import type { StoredFileAnswer } from '#api/admin/product-files.ts'
import type { AdminProduct } from '#api/admin/products.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const productFilesKey = ['admin', 'product-files'] as const

/** How long the server may take to read the tags of a recording. */
const readingMs = 600_000

export const productFilesQuery = (api: ApiClient, productId: string) =>
  queryOptions({
    queryKey: [...productFilesKey, productId],
    queryFn: () => unwrapResponse(api.api.admin['product-files'].$get({ query: { productId } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.files.some(isBeingRead) ? 2_000 : false),
  })

const isBeingRead = ({ fileType, tags, createdAt }: StoredFileAnswer) =>
  fileType === 'tracks' && !tags && Date.now() - +new Date(createdAt) < readingMs

/** The largest page of the API. */
const pageSize = 100

/** All digital products, page by page. */
async function allDigital(api: ApiClient) {
  const found = new Map<string, AdminProduct>()
  for (let page = 1; ; page++) {
    const query = {
      type: 'digital',
      sort: 'name',
      direction: 'up',
      page: String(page),
      size: String(pageSize),
    } as const
    const { products, total } = await unwrapResponse(api.api.admin.products.$get({ query }))
    const before = found.size
    for (const product of products) found.set(product.id, product)
    // Another administrator may delete or rename products meanwhile.
    if (found.size >= total || found.size === before) return { products: [...found.values()] }
  }
}

export const digitalProductsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'products', 'list', 'digital'],
    queryFn: () => allDigital(api),
    staleTime: 0,
  })
