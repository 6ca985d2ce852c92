import { passwordTexts, strengthTexts } from '#domain/texts/accounts.ts'
import { ourPasswordTexts } from '#domain/texts/our-words.ts'

const standardSet = '!@#$%^&*(),.?":{}|<>'
/** All of the punctuation on an American keyboard. */
const extendedSet = `${standardSet}_-+=[]\\/~;'\``
export const specialCharacters = { standard: standardSet, extended: extendedSet } as const

export type PasswordRequirements = {
  minLength: number
  uppercase: boolean
  lowercase: boolean
  number: boolean
  special: keyof typeof specialCharacters | false
}

export const webMinLength = 8
export const mobileMinLength = 6

/** Hashing a longer one would be a way to keep the server busy. */
export const longestPasswordBytes = 1024

export const defaultRequirements: PasswordRequirements = {
  minLength: webMinLength,
  uppercase: true,
  lowercase: true,
  number: true,
  special: 'standard',
}

/** What a site asks of its passwords: its own words where it has any. */
export const requirementsOf = (site: Partial<PasswordRequirements> = {}): PasswordRequirements => ({
  ...defaultRequirements,
  ...site,
})

/** Everything that is wrong with a new password; nothing when it will do. It is kept exactly as typed. */
export function passwordProblems(password: string, asked: PasswordRequirements = defaultRequirements): string[] {
  return password ? unmetRules(password, asked, passwordTexts.tooShort) : [passwordTexts.required]
}

/** The rules alone, for a form that has words of its own for a short or missing password. */
export function unmetRules(
  password: string,
  asked: PasswordRequirements,
  tooShort: (values: { n: number }) => string,
): string[] {
  const has = qualities(password, asked)
  const special = asked.special === 'extended' ? ourPasswordTexts.specialExtended : passwordTexts.special
  return [
    !has.length && tooShort({ n: asked.minLength }),
    asked.uppercase && !has.uppercase && passwordTexts.uppercase,
    asked.lowercase && !has.lowercase && passwordTexts.lowercase,
    asked.number && !has.number && passwordTexts.number,
    asked.special && !has.special && special,
    new TextEncoder().encode(password).length > longestPasswordBytes && ourPasswordTexts.tooLong,
    // Half an emoji becomes another character in every encoding, so it could not be kept as typed.
    /\p{Cs}/u.test(password) && ourPasswordTexts.notText,
  ].filter((problem) => problem !== false)
}

export type Strength = { score: number; label: (typeof strengthTexts)[keyof typeof strengthTexts] }

/** Counts all five rules, whether or not the site asks for them: 0 to 100. */
export function passwordStrength(password: string, asked: PasswordRequirements = defaultRequirements): Strength {
  const length = lengthOf(password)
  const satisfied = Object.values(qualities(password, asked)).filter(Boolean).length
  const score = Math.min(100, satisfied * 20 + (length >= 12 ? 10 : 0) + (length >= 16 ? 10 : 0))
  return { score, label: strengthLabel(score) }
}

export function strengthLabel(score: number): Strength['label'] {
  if (score < 20) return strengthTexts.veryWeak
  if (score < 40) return strengthTexts.weak
  if (score < 60) return strengthTexts.fair
  if (score < 80) return strengthTexts.good
  return strengthTexts.strong
}

function qualities(password: string, asked: PasswordRequirements) {
  const set = specialCharacters[asked.special || 'standard']
  return {
    length: lengthOf(password) >= asked.minLength,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    number: /\p{Nd}/u.test(password),
    special: [...password].some((character) => set.includes(character)),
  }
}

/** In characters as people count them, not in halves of an emoji. */
const lengthOf = (text: string): number => [...text].length
