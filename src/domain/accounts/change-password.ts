import {
  defaultRequirements,
  type PasswordRequirements,
  requirementsOf,
  unmetRules,
} from '#domain/accounts/password.ts'
import { changePasswordTexts } from '#domain/texts/accounts.ts'

/** How long a success stays on screen before the form hands over. */
export const successCallbackMs = 2000

export type ChangePasswordForm = { currentPassword: string; newPassword: string; confirmPassword: string }

/** The form asks for no special character, unless the site does. */
export const changeRequirementsOf = (site: Partial<PasswordRequirements> = {}): PasswordRequirements =>
  requirementsOf({ special: false, ...site })

/** The same for a site whose requirements are filled in: only one that asks for more than usual asks for it here too. */
export const changeRequirementsIn = (site: PasswordRequirements): PasswordRequirements =>
  changeRequirementsOf({ ...site, special: site.special === defaultRequirements.special ? false : site.special })

/** The first problem of each field; no fields when the form can be sent. */
export function changePasswordProblems(
  form: ChangePasswordForm,
  asked: PasswordRequirements = changeRequirementsOf(),
): Partial<Record<keyof ChangePasswordForm, string>> {
  const problems: Partial<Record<keyof ChangePasswordForm, string>> = {}
  if (!form.currentPassword) problems.currentPassword = changePasswordTexts.currentRequired
  const [unfit] = unmetRules(form.newPassword, asked, changePasswordTexts.tooShort)
  if (unfit) problems.newPassword = unfit
  if (!form.confirmPassword) problems.confirmPassword = changePasswordTexts.confirmRequired
  else if (form.confirmPassword !== form.newPassword) problems.confirmPassword = changePasswordTexts.mismatch
  return problems
}
