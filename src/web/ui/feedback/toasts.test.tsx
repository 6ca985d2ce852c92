import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ToastProvider, useToast } from '#web/ui/feedback/toasts.tsx'

test('renders both live regions before the first toast', () => {
  const page = renderToStaticMarkup(<ToastProvider>A page</ToastProvider>)
  expect(page).toContain('A page')
  expect(page).toContain('<ul aria-live="assertive"></ul>')
  expect(page).toContain('<ul aria-live="polite"></ul>')
})

const Speaker = () => Object.keys(useToast()).join()

test('useToast throws outside of its provider', () => {
  expect(() => renderToStaticMarkup(<Speaker />)).toThrow('useToast must be used within a ToastProvider')
  const page = renderToStaticMarkup(
    <ToastProvider>
      <Speaker />
    </ToastProvider>,
  )
  expect(page).toContain('success,error,info')
})
