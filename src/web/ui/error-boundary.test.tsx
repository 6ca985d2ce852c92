import { expect, test } from 'vitest'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

const broken = { place: '/tour', ...ErrorBoundary.getDerivedStateFromError(new Error('lost')) } as const
const at = (place: string) => ({ place, fallback: () => null, children: null })

test('drawing again at the same address leaves the error where it is', () => {
  expect(ErrorBoundary.getDerivedStateFromProps(at('/tour'), { broken: null, ...broken })).toBeNull()
})

test('going elsewhere leaves the error behind', () => {
  const state = ErrorBoundary.getDerivedStateFromProps(at('/shop'), { broken: null, ...broken })
  expect(state).toEqual({ place: '/shop', broken: null })
})

test('even a thrown nothing is an error', () => {
  expect(ErrorBoundary.getDerivedStateFromError(undefined).broken).not.toBeNull()
})
