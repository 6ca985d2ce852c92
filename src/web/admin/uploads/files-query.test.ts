import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { digitalQuery } from '#web/admin/uploads/files-query.ts'
import { apiClient } from '#web/api-client.ts'

test.each([0, 1, 100, 101, 250])('each of %i digital products can be chosen', async (total) => {
  const all = Array.from({ length: total }, (_, at) => ({ id: String(at), name: `Album ${at}` }))
  const asked: string[] = []
  const api = apiClient('http://localhost', async (input) => {
    const { searchParams } = new URL(String(input))
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))]
    asked.push(`${searchParams.get('type')} ${page}`)
    return Response.json({ products: all.slice((page - 1) * size, page * size), total })
  })
  const { products } = await new QueryClient().fetchQuery(digitalQuery(api))
  expect(products).toEqual(all)
  const pages = Math.max(1, Math.ceil(total / 100))
  expect(asked).toEqual(Array.from({ length: pages }, (_, at) => `digital ${at + 1}`))
})

test('a list that has become shorter meanwhile is not asked for without end', async () => {
  let asked = 0
  const api = apiClient('http://localhost', async () => {
    asked++
    return Response.json({ products: asked === 1 ? [{ id: 'a', name: 'Album' }] : [], total: 2 })
  })
  const { products } = await new QueryClient().fetchQuery(digitalQuery(api))
  expect([products.map(({ id }) => id), asked]).toEqual([['a'], 2])
})

test('a product that has moved to the next page meanwhile is there once', async () => {
  const api = apiClient('http://localhost', async () =>
    Response.json({ products: [{ id: 'a', name: 'Album' }], total: 2 }),
  )
  const { products } = await new QueryClient().fetchQuery(digitalQuery(api))
  expect(products.map(({ id }) => id)).toEqual(['a'])
})
