import { expect, test } from 'vitest'
import { forgotPasswordProblem, signInProblems } from '#domain/accounts/sign-in.ts'

test('both fields are checked before signing in', () => {
  expect(signInProblems({ email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(signInProblems({ email: 'ann', password: 'x' })).toEqual({ email: 'Please enter a valid email address' })
})

test('signing in does not ask a password to follow the rules for new ones', () => {
  expect(signInProblems({ email: 'ann@example.com', password: 'x' })).toEqual({})
})

test.each([
  ['', 'Please enter your email address first'],
  ['  ', 'Please enter your email address first'],
  ['ann@', 'Please enter a valid email address'],
  ['ann@example.com', null],
])('forgotten password of %j: %s', (email, problem) => {
  expect(forgotPasswordProblem(email)).toBe(problem)
})
