import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { digitalProductsQuery } from '#web/admin/uploads/files-query.ts'
import { createApiClient } from '#web/api-client.ts'

test.each([0, 1, 100, 101, 250])('fetches all %i digital products page by page', async (total) => {
  const all = Array.from({ length: total }, (_, at) => ({ id: String(at), name: `Album ${at}` }))
  const requests: string[] = []
  const api = createApiClient('http://localhost', async (input) => {
    const { searchParams } = new URL(String(input))
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))]
    requests.push(`${searchParams.get('type')} ${page}`)
    return Response.json({ products: all.slice((page - 1) * size, page * size), total })
  })
  const { products } = await new QueryClient().fetchQuery(digitalProductsQuery(api))
  expect(products).toEqual(all)
  const pages = Math.max(1, Math.ceil(total / 100))
  expect(requests).toEqual(Array.from({ length: pages }, (_, at) => `digital ${at + 1}`))
})

test('stops paging when the list of digital products became shorter', async () => {
  let requests = 0
  const api = createApiClient('http://localhost', async () => {
    requests++
    return Response.json({ products: requests === 1 ? [{ id: 'a', name: 'Album' }] : [], total: 2 })
  })
  const { products } = await new QueryClient().fetchQuery(digitalProductsQuery(api))
  expect([products.map(({ id }) => id), requests]).toEqual([['a'], 2])
})

test('lists a product once when it moves to the next page between requests', async () => {
  const api = createApiClient('http://localhost', async () =>
    Response.json({ products: [{ id: 'a', name: 'Album' }], total: 2 }),
  )
  const { products } = await new QueryClient().fetchQuery(digitalProductsQuery(api))
  expect(products.map(({ id }) => id)).toEqual(['a'])
})
