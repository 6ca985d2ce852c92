import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { Refused } from '#web/answer.ts'

const said = (reason: string, error: string) =>
  renderToStaticMarkup(
    <ListWaiting data={null} error={new Refused(500, { reason, error })} isFetching={false} refetch={() => {}} />,
  )

test('a list that did not come says why, where that is known', () => {
  const sentence = 'Database permission error - contact support'
  expect(said('database-permission', sentence)).toContain(sentence)
  expect(said('unexpected', 'whatever')).toContain(errorPanelTexts.unexpected)
})
