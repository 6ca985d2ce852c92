import { expect, test } from 'vitest'
import {
  changeFormRequirements,
  changePasswordProblems,
  changePasswordRequirementsOf,
  defaultRequirements,
  mobileMinLength,
  passwordProblems,
  passwordRequirementsOf,
  passwordStrength,
  specialCharacters,
  strengthLabel,
} from '#domain/accounts/password.ts'

const short = 'Password must be at least 8 characters long'
const upper = 'Password must contain at least one uppercase letter'
const lower = 'Password must contain at least one lowercase letter'
const number = 'Password must contain at least one number'
const special = 'Password must contain at least one special character (standard set)'

test.each([
  ['Passw0rd!', []],
  ['Pass w0rd.', []],
  ['ÄÖÜäöü1!', []],
  ['Pässw٣rd!', []], // an Arabic-Indic digit is a number
  ['\0Passw0rd!', []],
  ['', ['Password is required']],
  ['        ', [upper, lower, number, special]],
  ['Pw0rd!x', [short]],
  ['😀😀😀Aa1!', [short]],
  ['😀😀😀😀Aa1!', []],
  ['passw0rd!', [upper]],
  ['PASSW0RD!', [lower]],
  ['Password!', [number]],
  ['Passw0rdx', [special]],
  ['Passw0rd_', [special]],
  ['Passw0rd-', [special]],
  ['a', [short, upper, number, special]],
  [`Passw0rd!${'x'.repeat(1015)}`, []],
  [`Passw0rd!${'x'.repeat(1016)}`, ['Password is too long']],
  [`Passw0rd!${'é'.repeat(600)}`, ['Password is too long']],
  ['Passw0rd!\ud800', ['Password contains characters that cannot be stored']],
])('the password %j has the problems %j', (password, problems) => {
  expect(passwordProblems(password)).toEqual(problems)
})

test('a site overrides single requirements and keeps the other defaults', () => {
  const requirements = passwordRequirementsOf({ minLength: 12, special: 'extended' })
  expect(requirements).toEqual({ ...defaultRequirements, minLength: 12, special: 'extended' })
  expect(passwordProblems('passw0rd', requirements)).toEqual([
    'Password must be at least 12 characters long',
    upper,
    'Password must contain at least one special character (extended set)',
  ])
  expect(passwordProblems('Long_Passw0rd', requirements)).toEqual([])
  expect(
    passwordProblems('lowercase', passwordRequirementsOf({ uppercase: false, number: false, special: false })),
  ).toEqual([])
})

test('the minimum password length on mobile is six', () => {
  const requirements = passwordRequirementsOf({ minLength: mobileMinLength })
  expect(passwordProblems('Pw0r!', requirements)).toEqual(['Password must be at least 6 characters long'])
  expect(passwordProblems('Pw0rd!', requirements)).toEqual([])
})

test.each(['standard', 'extended'] as const)('every character of the %s set is a special character', (set) => {
  for (const character of specialCharacters[set]) {
    expect(passwordProblems(`Passw0rd${character}`, passwordRequirementsOf({ special: set })), character).toEqual([])
  }
})

test('the extended set has each punctuation character of the keyboard once', () => {
  const signs = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i)).filter((c) =>
    /\W|_/.test(c),
  )
  expect([...specialCharacters.extended].sort()).toEqual(signs.sort())
})

test.each([
  ['', 0, 'Very Weak'],
  ['-', 0, 'Very Weak'],
  ['a', 20, 'Weak'],
  ['aB', 40, 'Fair'],
  ['aB1', 60, 'Good'],
  ['aB1!', 80, 'Strong'],
  ['aB1!aB1!', 100, 'Strong'],
  ['aaaaaaaaaaa', 40, 'Fair'],
  ['aaaaaaaaaaaa', 50, 'Fair'],
  ['aaaaaaaaaaaaaaa', 50, 'Fair'],
  ['aaaaaaaaaaaaaaaa', 60, 'Good'],
  ['aaaaaaaaaaaaaaaA1', 100, 'Strong'],
  ['aaaaaaaaaaaaaaaA1!', 100, 'Strong'],
])('the password %j has the strength %i, %s', (password, score, label) => {
  expect(passwordStrength(password)).toEqual({ score, label })
})

test.each([
  [19, 'Very Weak'],
  [20, 'Weak'],
  [39, 'Weak'],
  [40, 'Fair'],
  [59, 'Fair'],
  [60, 'Good'],
  [79, 'Good'],
  [80, 'Strong'],
  [100, 'Strong'],
])('a strength of %i has the label %s', (score, label) => {
  expect(strengthLabel(score)).toBe(label)
})

test('counts a rule towards the password strength that the site does not require', () => {
  const requirements = passwordRequirementsOf({ special: false })
  expect(passwordStrength('aB1!', requirements).score).toBe(80)
  expect(passwordStrength('aB1', requirements).score).toBe(60)
})

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
])('the new password %j has the problem: %s', (password, problem) => {
  expect(changePasswordProblems(filled(password)).newPassword).toBe(problem)
})

test('a valid change of password has no problems', () => {
  expect(changePasswordProblems(filled('Passw0rd'))).toEqual({})
})

test('a password change requires the current password and the new one twice', () => {
  expect(changePasswordProblems({ currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'Password must be at least 8 characters',
    confirmPassword: 'Please confirm your password',
  })
})

test('the repeated password must equal the new password exactly', () => {
  for (const other of ['Passw0rd ', 'passw0rd', 'Passw0rd!']) {
    expect(changePasswordProblems(filled('Passw0rd', other))).toEqual({ confirmPassword: "Passwords don't match" })
  }
})

test('the requirements of the site apply to a changed password', () => {
  const requirements = changePasswordRequirementsOf({ minLength: 12, special: 'standard' })
  const problem = (password: string) => changePasswordProblems(filled(password), requirements).newPassword
  expect(problem('Passw0rd!')).toBe('Password must be at least 12 characters')
  expect(problem('LongPassw0rd')).toBe('Password must contain at least one special character (standard set)')
  expect(problem('LongPassw0rd!')).toBeUndefined()
})

test('a password change requires a special character only if the site changes the default', () => {
  expect(changeFormRequirements(passwordRequirementsOf())).toEqual(changePasswordRequirementsOf())
  expect(changeFormRequirements(passwordRequirementsOf({ special: 'extended' })).special).toBe('extended')
  expect(changeFormRequirements(passwordRequirementsOf({ minLength: 14, special: false }))).toMatchObject({
    minLength: 14,
    special: false,
  })
})
