import { changePasswordTexts, passwordTexts, strengthTexts } from '#domain/texts/accounts.ts'
import { passwordRuleTexts } from '#domain/texts/own-words.ts'

const standardSpecialCharacters = '!@#$%^&*(),.?":{}|<>'
/** All punctuation of a US keyboard. */
const extendedSpecialCharacters = `${standardSpecialCharacters}_-+=[]\\/~;'\``
export const specialCharacters = { standard: standardSpecialCharacters, extended: extendedSpecialCharacters } as const

export type PasswordRequirements = {
  minLength: number
  uppercase: boolean
  lowercase: boolean
  number: boolean
  special: keyof typeof specialCharacters | false
}

export const webMinLength = 8
export const mobileMinLength = 6

/** Hashing longer passwords would let an attacker keep the server busy. */
export const maxPasswordBytes = 1024

export const defaultRequirements: PasswordRequirements = {
  minLength: webMinLength,
  uppercase: true,
  lowercase: true,
  number: true,
  special: 'standard',
}

/** The site's password requirements over the defaults. */
export const passwordRequirementsOf = (site: Partial<PasswordRequirements> = {}): PasswordRequirements => ({
  ...defaultRequirements,
  ...site,
})

/** All problems of a new password. It is used exactly as typed. */
export function passwordProblems(password: string, requirements: PasswordRequirements = defaultRequirements): string[] {
  return password ? unmetPasswordRules(password, requirements, passwordTexts.tooShort) : [passwordTexts.required]
}

/** The rules alone, for a form with its own texts for a short or missing password. */
export function unmetPasswordRules(
  password: string,
  requirements: PasswordRequirements,
  tooShort: (values: { n: number }) => string,
): string[] {
  const has = passwordQualities(password, requirements)
  const special = requirements.special === 'extended' ? passwordRuleTexts.specialExtended : passwordTexts.special
  return [
    !has.length && tooShort({ n: requirements.minLength }),
    requirements.uppercase && !has.uppercase && passwordTexts.uppercase,
    requirements.lowercase && !has.lowercase && passwordTexts.lowercase,
    requirements.number && !has.number && passwordTexts.number,
    requirements.special && !has.special && special,
    new TextEncoder().encode(password).length > maxPasswordBytes && passwordRuleTexts.tooLong,
    // A lone surrogate has no encoding in UTF-8, so it could not be used as typed.
    /\p{Cs}/u.test(password) && passwordRuleTexts.notText,
  ].filter((problem) => problem !== false)
}

export type PasswordStrengthRating = { score: number; label: (typeof strengthTexts)[keyof typeof strengthTexts] }

/** Counts all five rules, whether or not the site requires them: 0 to 100. */
export function passwordStrength(
  password: string,
  requirements: PasswordRequirements = defaultRequirements,
): PasswordStrengthRating {
  const length = characterCount(password)
  const satisfied = Object.values(passwordQualities(password, requirements)).filter(Boolean).length
  const score = Math.min(100, satisfied * 20 + (length >= 12 ? 10 : 0) + (length >= 16 ? 10 : 0))
  return { score, label: strengthLabel(score) }
}

export function strengthLabel(score: number): PasswordStrengthRating['label'] {
  if (score < 20) return strengthTexts.veryWeak
  if (score < 40) return strengthTexts.weak
  if (score < 60) return strengthTexts.fair
  if (score < 80) return strengthTexts.good
  return strengthTexts.strong
}

function passwordQualities(password: string, requirements: PasswordRequirements) {
  const set = specialCharacters[requirements.special || 'standard']
  return {
    length: characterCount(password) >= requirements.minLength,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    number: /\p{Nd}/u.test(password),
    special: [...password].some((character) => set.includes(character)),
  }
}

/** In Unicode code points, not UTF-16 units: an emoji counts once. */
const characterCount = (text: string): number => [...text].length

/** How long a success message is shown before the form closes. */
export const successMessageMs = 2000

export type ChangePasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }

/** The form requires no special character, unless the site does. */
export const changePasswordRequirementsOf = (site: Partial<PasswordRequirements> = {}): PasswordRequirements =>
  passwordRequirementsOf({ special: false, ...site })

/** The same for complete requirements: a special character is required only where the site deviates from the default. */
export const changeFormRequirements = (site: PasswordRequirements): PasswordRequirements =>
  changePasswordRequirementsOf({
    ...site,
    special: site.special === defaultRequirements.special ? false : site.special,
  })

/** The first problem of each field; no fields when the form can be sent. */
export function changePasswordProblems(
  form: ChangePasswordValues,
  requirements: PasswordRequirements = changePasswordRequirementsOf(),
): Partial<Record<keyof ChangePasswordValues, string>> {
  const problems: Partial<Record<keyof ChangePasswordValues, string>> = {}
  if (!form.currentPassword) problems.currentPassword = changePasswordTexts.currentRequired
  const [unmet] = unmetPasswordRules(form.newPassword, requirements, changePasswordTexts.tooShort)
  if (unmet) problems.newPassword = unmet
  if (!form.confirmPassword) problems.confirmPassword = changePasswordTexts.confirmRequired
  else if (form.confirmPassword !== form.newPassword) problems.confirmPassword = changePasswordTexts.mismatch
  return problems
}
