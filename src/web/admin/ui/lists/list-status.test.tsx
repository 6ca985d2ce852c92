import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Reason } from '#domain/refusal.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ListStatus } from '#web/admin/ui/lists/list-status.tsx'
import { ApiError } from '#web/api-response.ts'

const markup = (reason: Reason, error: string) =>
  renderToStaticMarkup(
    <ListStatus data={null} error={new ApiError(500, { reason, error })} isFetching={false} refetch={() => {}} />,
  )

test('shows the reason when a list fails to load', () => {
  const sentence = 'Database permission error - contact support'
  expect(markup('database-permission', sentence)).toContain(sentence)
  expect(markup('unexpected', 'whatever')).toContain(errorPanelTexts.unexpected)
})

test('shows skeleton rows while a list loads', () => {
  const page = renderToStaticMarkup(<ListStatus data={undefined} error={null} isFetching refetch={() => {}} />)
  expect(page.match(/data-skeleton-row/g)).toHaveLength(8)
})
