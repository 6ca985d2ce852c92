import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ApiError } from '#web/api-response.ts'

async function shown(status: number, list?: string) {
  const client = new QueryClient()
  const query = {
    queryKey: ['thing'],
    queryFn: () => Promise.reject<string>(new ApiError(status, { error: 'No.', reason: 'not-found' })),
    retryOnMount: false,
  }
  await client.prefetchQuery(query)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <QueryBoundary query={query} failed="It may be gone." list={list}>
        {(data) => data}
      </QueryBoundary>
    </QueryClientProvider>,
  )
}

test('an editor offers its list, and no retry, for a record that does not exist', async () => {
  const page = await shown(404, 'All things')
  expect(page).toContain('It may be gone.')
  expect(page).toContain('All things')
  expect(page).not.toContain(uiTexts.retry)
})

test('a part of an admin screen offers a retry after a failed request', async () => {
  expect(await shown(503, 'All things')).toContain(uiTexts.retry)
  expect(await shown(404)).toContain(uiTexts.retry)
})
