import { expect, test } from 'vitest'
import { accountStatusFromMessage, forgotPasswordProblem, signInProblems } from '#domain/accounts/sign-in.ts'
import { accountTexts } from '#domain/texts/own-words.ts'

test('the sign-in form requires e-mail address and password', () => {
  expect(signInProblems({ email: '', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
  expect(signInProblems({ email: 'ann', password: 'x' })).toEqual({ email: 'Please enter a valid email address' })
})

test('the sign-in form does not apply the rules for new passwords', () => {
  expect(signInProblems({ email: 'ann@example.com', password: 'x' })).toEqual({})
})

test.each([
  ['', 'Please enter your email address first'],
  ['  ', 'Please enter your email address first'],
  ['ann@', 'Please enter a valid email address'],
  ['ann@example.com', null],
])('the forgotten-password form with the address %j has the problem: %s', (email, problem) => {
  expect(forgotPasswordProblem(email)).toBe(problem)
})

test.each([
  ['Email already confirmed', 'verified'],
  ['This account is verified', 'verified'],
  ['ALREADY CONFIRMED', 'verified'],
  ['User not found', 'no-account'],
  ['Confirmation e-mail sent', 'needs-verification'],
  ['Awaiting verification', 'needs-verification'],
  ['Already confirmed, verification not found', 'verified'],
  ['Confirmation not found', 'no-account'],
  ['Email not confirmed', 'unknown'],
  ['', 'unknown'],
])('the message %j means the account status %s', (message, status) => {
  expect(accountStatusFromMessage(message)).toBe(status)
})

test('recognises the account status in the messages of our own server', () => {
  expect(accountStatusFromMessage(accountTexts.statusVerified)).toBe('verified')
  expect(accountStatusFromMessage(accountTexts.statusNotFound)).toBe('no-account')
  expect(accountStatusFromMessage(accountTexts.statusPending)).toBe('needs-verification')
})
