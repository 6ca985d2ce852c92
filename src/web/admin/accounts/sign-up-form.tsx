import { emailProblem } from '#domain/accounts/email.ts'
import { passwordProblems } from '#domain/accounts/password.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { PasswordField, PasswordStrength } from '#web/ui/forms/password-field.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type NewAccount = { email: string; password: string }
type SignUpFormProps = {
  /** The address of an invitation, which cannot be changed. */
  email?: string
  onSend: (account: NewAccount) => Promise<unknown>
}

export function SignUpForm({ email, onSend }: SignUpFormProps) {
  const { passwordRequirements: requirements } = useWebsite()
  const { values, field, form, busy, sentence } = useForm<NewAccount>({
    initial: { email: email ?? '', password: '' },
    check: (typed) => {
      const problems = { email: emailProblem(typed.email), password: passwordProblems(typed.password, requirements)[0] }
      return {
        ...(problems.email && { email: problems.email }),
        ...(problems.password && { password: problems.password }),
      }
    },
    otherwise: errorPanelTexts.unexpected,
    send: onSend,
  })
  return (
    <form {...form} className="grid gap-5">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={email !== undefined}
        className="read-only:bg-sunken"
      />
      <div className="grid gap-3">
        <PasswordField {...field('password')} label="Password" autoComplete="new-password" />
        <PasswordStrength password={values.password} requirements={requirements} />
      </div>
      <Button type="submit" loading={busy}>
        Sign up
      </Button>
    </form>
  )
}
