import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultRequirements } from '#domain/accounts/password.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { PasswordStrength } from '#web/ui/forms/password-field.tsx'

const shown = (password: string, requirements = defaultRequirements) =>
  renderToStaticMarkup(<PasswordStrength password={password} requirements={requirements} />)

/** The rules as a screen reader reads them. */
const rules = (page: string) =>
  [...page.matchAll(/<li.*?<\/li>/g)].map(([item]) => item.replace(/<[^>]*>/g, '').replace(/\s+/g, ' '))

test('lists every rule as missing and shows no label for an empty password', () => {
  const page = shown('')
  expect(page).toContain('aria-valuenow="0"')
  expect(page).not.toMatch(/>Very Weak</)
  expect(rules(page)).toEqual([
    'Password must be at least 8 characters long (still missing)',
    'Password must contain at least one uppercase letter (still missing)',
    'Password must contain at least one lowercase letter (still missing)',
    'Password must contain at least one number (still missing)',
    'Password must contain at least one special character (standard set) (still missing)',
  ])
})

test('marks the password rules that are met', () => {
  const page = shown('Abcdefgh')
  expect(page).toContain('aria-valuetext="Good"')
  expect(rules(page).filter((rule) => rule.endsWith('(done)'))).toHaveLength(3)
})

test('rates a long password that meets all rules as strong', () => {
  expect(shown('Abcdefgh-12345!x')).toMatch(/aria-valuenow="100".*aria-valuetext="Strong".*>Strong</)
})

test('a password field uses the requirements of the site', () => {
  const requirements = { ...defaultRequirements, minLength: 14, special: false as const }
  expect(rules(shown('', requirements))).toEqual([
    'Password must be at least 14 characters long (still missing)',
    'Password must contain at least one uppercase letter (still missing)',
    'Password must contain at least one lowercase letter (still missing)',
    'Password must contain at least one number (still missing)',
  ])
})

test('a password field uses the text of the form for a short password', () => {
  const page = renderToStaticMarkup(
    <PasswordStrength password="" requirements={defaultRequirements} tooShort={changePasswordTexts.tooShort} />,
  )
  expect(rules(page)[0]).toBe('Password must be at least 8 characters (still missing)')
})
