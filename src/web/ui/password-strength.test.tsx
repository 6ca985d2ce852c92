import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { defaultRequirements } from '#domain/accounts/password.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { PasswordStrength } from '#web/ui/password-strength.tsx'

const shown = (password: string, asked = defaultRequirements) =>
  renderToStaticMarkup(<PasswordStrength password={password} asked={asked} />)

/** What a screen reader reads as a list, one rule a line. */
const rules = (page: string) =>
  [...page.matchAll(/<li.*?<\/li>/g)].map(([item]) => item.replace(/<[^>]*>/g, '').replace(/\s+/g, ' '))

test('before anything is typed every rule is still missing, and nothing is called weak', () => {
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

test('a rule that is met is said to be', () => {
  const page = shown('Abcdefgh')
  expect(page).toContain('aria-valuetext="Good"')
  expect(rules(page).filter((rule) => rule.endsWith('(done)'))).toHaveLength(3)
})

test('a long password with everything in it is strong', () => {
  expect(shown('Abcdefgh-12345!x')).toMatch(/aria-valuenow="100".*aria-valuetext="Strong".*>Strong</)
})

test('a site’s own requirements are the ones that count', () => {
  const asked = { ...defaultRequirements, minLength: 14, special: false as const }
  expect(rules(shown('', asked))).toEqual([
    'Password must be at least 14 characters long (still missing)',
    'Password must contain at least one uppercase letter (still missing)',
    'Password must contain at least one lowercase letter (still missing)',
    'Password must contain at least one number (still missing)',
  ])
})

test('a form with words of its own uses them', () => {
  const page = renderToStaticMarkup(
    <PasswordStrength password="" asked={defaultRequirements} tooShort={changePasswordTexts.tooShort} />,
  )
  expect(rules(page)[0]).toBe('Password must be at least 8 characters (still missing)')
})
