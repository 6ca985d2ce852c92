import { expect, test } from 'vitest'
import {
  defaultRequirements,
  mobileMinLength,
  passwordProblems,
  passwordStrength,
  requirementsOf,
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
])('%j: %j', (password, problems) => {
  expect(passwordProblems(password)).toEqual(problems)
})

test('a site overrides what it wants and keeps the rest', () => {
  const asked = requirementsOf({ minLength: 12, special: 'extended' })
  expect(asked).toEqual({ ...defaultRequirements, minLength: 12, special: 'extended' })
  expect(passwordProblems('passw0rd', asked)).toEqual([
    'Password must be at least 12 characters long',
    upper,
    'Password must contain at least one special character (extended set)',
  ])
  expect(passwordProblems('Long_Passw0rd', asked)).toEqual([])
  expect(passwordProblems('lowercase', requirementsOf({ uppercase: false, number: false, special: false }))).toEqual([])
})

test('the mobile minimum is six', () => {
  const asked = requirementsOf({ minLength: mobileMinLength })
  expect(passwordProblems('Pw0r!', asked)).toEqual(['Password must be at least 6 characters long'])
  expect(passwordProblems('Pw0rd!', asked)).toEqual([])
})

test.each(['standard', 'extended'] as const)('every character of the %s set counts', (set) => {
  for (const character of specialCharacters[set]) {
    expect(passwordProblems(`Passw0rd${character}`, requirementsOf({ special: set })), character).toEqual([])
  }
})

test('the extended set holds each sign of the keyboard once', () => {
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
])('%j scores %i: %s', (password, score, label) => {
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
])('a score of %i is %s', (score, label) => {
  expect(strengthLabel(score)).toBe(label)
})

test('a rule that a site waives still makes a password stronger', () => {
  const asked = requirementsOf({ special: false })
  expect(passwordStrength('aB1!', asked).score).toBe(80)
  expect(passwordStrength('aB1', asked).score).toBe(60)
})
