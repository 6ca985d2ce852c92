import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { OfflineNotice } from '#web/ui/errors/offline-notice.tsx'

test('renders an empty status region on the server', () => {
  const page = renderToStaticMarkup(<OfflineNotice />)
  expect(page).toContain('role="status"')
  expect(page).not.toContain(uiTexts.offline)
})
