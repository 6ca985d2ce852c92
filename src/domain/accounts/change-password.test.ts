import { expect, test } from 'vitest'
import { changePasswordProblems, changeRequirementsIn, changeRequirementsOf } from '#domain/accounts/change-password.ts'
import { requirementsOf } from '#domain/accounts/password.ts'

const filled = (newPassword: string, confirmPassword = newPassword) => ({
  currentPassword: 'whatever it was',
  newPassword,
  confirmPassword,
})

test.each([
  ['Passw0rd', undefined],
  ['Passw0rd!', undefined],
  ['', 'Password must be at least 8 characters'],
  ['Passw0r', 'Password must be at least 8 characters'],
  ['passw0rd', 'Password must contain at least one uppercase letter'],
  ['PASSW0RD', 'Password must contain at least one lowercase letter'],
  ['Password', 'Password must contain at least one number'],
  [`Passw0rd${'x'.repeat(1017)}`, 'Password is too long'],
])('new password %j: %s', (password, problem) => {
  expect(changePasswordProblems(filled(password)).newPassword).toBe(problem)
})

test('a form that is in order has no problems', () => {
  expect(changePasswordProblems(filled('Passw0rd'))).toEqual({})
})

test('the current password and the confirmation are asked for', () => {
  expect(changePasswordProblems({ currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

test('the confirmation must be the same, to the letter', () => {
  for (const other of ['Passw0rd ', 'passw0rd', 'Passw0rd!']) {
    expect(changePasswordProblems(filled('Passw0rd', other))).toEqual({ confirmPassword: "Passwords don't match" })
  }
})

test('what a site asks of its passwords, it asks here too', () => {
  const asked = changeRequirementsOf({ minLength: 12, special: 'standard' })
  const problem = (password: string) => changePasswordProblems(filled(password), asked).newPassword
  expect(problem('Passw0rd!')).toBe('Password must be at least 12 characters')
  expect(problem('LongPassw0rd')).toBe('Password must contain at least one special character (standard set)')
  expect(problem('LongPassw0rd!')).toBeUndefined()
})

test('a special character is asked for only where a site asks for more than the usual', () => {
  expect(changeRequirementsIn(requirementsOf())).toEqual(changeRequirementsOf())
  expect(changeRequirementsIn(requirementsOf({ special: 'extended' })).special).toBe('extended')
  expect(changeRequirementsIn(requirementsOf({ minLength: 14, special: false }))).toMatchObject({
    minLength: 14,
    special: false,
  })
})
