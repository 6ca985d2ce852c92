import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cancelAndRefetch } from '#web/admin/ui/refetch.ts'

test('refetches a list whose request was sent before a change', async () => {
  const client = new QueryClient()
  const pending: ((list: string[]) => void)[] = []
  const observer = new QueryObserver<string[]>(client, {
    queryKey: ['people'],
    queryFn: () => new Promise((answer) => pending.push(answer)),
  })
  const leave = observer.subscribe(() => {})
  expect(pending).toHaveLength(1)
  const refetched = cancelAndRefetch(client, ['people'])
  pending[0]!(['before'])
  await expect.poll(() => pending.length).toBe(2)
  pending[1]!(['before', 'added'])
  await refetched
  expect(observer.getCurrentResult().data).toEqual(['before', 'added'])
  leave()
})
