import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'

test('uses role status for success and alert for errors', () => {
  expect(renderToStaticMarkup(<StatusBanner status="success">Saved</StatusBanner>)).toContain('role="status"')
  expect(renderToStaticMarkup(<StatusBanner status="error">Not saved</StatusBanner>)).toContain('role="alert"')
})

test('shows the dismiss button only with onDismiss', () => {
  expect(renderToStaticMarkup(<StatusBanner status="error">Not saved</StatusBanner>)).not.toContain('Dismiss')
  const dismissible = (
    <StatusBanner status="error" onDismiss={() => {}}>
      Not saved
    </StatusBanner>
  )
  expect(renderToStaticMarkup(dismissible)).toContain('aria-label="Dismiss"')
})
