import { useNavigate } from '@tanstack/react-router'
import { changePasswordTexts as texts } from '#domain/texts/accounts.ts'
import { ChangePasswordForm } from '#web/admin/accounts/change-password-form.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'

export function ChangePasswordScreen() {
  const navigate = useNavigate()
  const leave = () => void navigate({ to: '/admin/dashboard' })
  return (
    <Screen title={texts.submit} intro="All your other devices are signed out when you change it.">
      <div className="max-w-md">
        <ChangePasswordForm onSuccess={leave} onCancel={leave} />
      </div>
    </Screen>
  )
}
