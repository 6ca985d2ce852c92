import { expect, test } from 'vitest'
import { ErrorBoundary } from '#web/ui/errors/error-boundary.tsx'

const broken = { pathname: '/tour', ...ErrorBoundary.getDerivedStateFromError(new Error('lost')) } as const
const at = (pathname: string) => ({ pathname, fallback: () => null, children: null })

test('an error boundary keeps its error when it rerenders at the same URL', () => {
  expect(ErrorBoundary.getDerivedStateFromProps(at('/tour'), { broken: null, ...broken })).toBeNull()
})

test('an error boundary clears its error when the URL changes', () => {
  const state = ErrorBoundary.getDerivedStateFromProps(at('/shop'), { broken: null, ...broken })
  expect(state).toEqual({ pathname: '/shop', broken: null })
})

test('treats a thrown undefined as an error', () => {
  expect(ErrorBoundary.getDerivedStateFromError(undefined).broken).not.toBeNull()
})
