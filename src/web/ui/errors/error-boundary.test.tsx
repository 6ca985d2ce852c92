import { expect, test } from 'vitest'
import { ErrorBoundary } from '#web/ui/errors/error-boundary.tsx'

const broken = { pathname: '/tour', ...ErrorBoundary.getDerivedStateFromError(new Error('lost')) } as const
const at = (pathname: string) => ({ pathname, fallback: () => null, children: null })

test('keeps the error when it renders again at the same address', () => {
  expect(ErrorBoundary.getDerivedStateFromProps(at('/tour'), { broken: null, ...broken })).toBeNull()
})

test('clears the error when the address changes', () => {
  const state = ErrorBoundary.getDerivedStateFromProps(at('/shop'), { broken: null, ...broken })
  expect(state).toEqual({ pathname: '/shop', broken: null })
})

test('treats a thrown undefined as an error', () => {
  expect(ErrorBoundary.getDerivedStateFromError(undefined).broken).not.toBeNull()
})
