import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { digitalQuery } from '#web/admin/uploads/files-query.ts'
import { apiClient } from '#web/api-client.ts'

test.each([0, 1, 100, 101, 250])('lists each of %i digital products', async (total) => {
  const all = Array.from({ length: total }, (_, at) => ({ id: String(at), name: `Album ${at}` }))
  const requests: string[] = []
  const api = apiClient('http://localhost', async (input) => {
    const { searchParams } = new URL(String(input))
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))]
    requests.push(`${searchParams.get('type')} ${page}`)
    return Response.json({ products: all.slice((page - 1) * size, page * size), total })
  })
  const { products } = await new QueryClient().fetchQuery(digitalQuery(api))
  expect(products).toEqual(all)
  const pages = Math.max(1, Math.ceil(total / 100))
  expect(requests).toEqual(Array.from({ length: pages }, (_, at) => `digital ${at + 1}`))
})

test('ends when the list of products has become shorter', async () => {
  let requests = 0
  const api = apiClient('http://localhost', async () => {
    requests++
    return Response.json({ products: requests === 1 ? [{ id: 'a', name: 'Album' }] : [], total: 2 })
  })
  const { products } = await new QueryClient().fetchQuery(digitalQuery(api))
  expect([products.map(({ id }) => id), requests]).toEqual([['a'], 2])
})

test('lists a product once when it moves to the next page between requests', async () => {
  const api = apiClient('http://localhost', async () =>
    Response.json({ products: [{ id: 'a', name: 'Album' }], total: 2 }),
  )
  const { products } = await new QueryClient().fetchQuery(digitalQuery(api))
  expect(products.map(({ id }) => id)).toEqual(['a'])
})
