import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchFresh } from '#web/admin/ui/refetch.ts'

test('a list that was asked for before something was added is asked for again', async () => {
  const client = new QueryClient()
  const asked: ((list: string[]) => void)[] = []
  const observer = new QueryObserver<string[]>(client, {
    queryKey: ['people'],
    queryFn: () => new Promise((answer) => asked.push(answer)),
  })
  const leave = observer.subscribe(() => {})
  expect(asked).toHaveLength(1)
  const anew = refetchFresh(client, ['people'])
  asked[0]!(['before'])
  await expect.poll(() => asked.length).toBe(2)
  asked[1]!(['before', 'added'])
  await anew
  expect(observer.getCurrentResult().data).toEqual(['before', 'added'])
  leave()
})
