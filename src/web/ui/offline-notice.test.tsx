import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { OfflineNotice } from '#web/ui/offline-notice.tsx'

test('a page that arrived does not claim that the network is away, and has a place to say it later', () => {
  const page = renderToStaticMarkup(<OfflineNotice />)
  expect(page).toContain('role="status"')
  expect(page).not.toContain(uiTexts.offline)
})
