import { createFileRoute } from '@tanstack/react-router'
import { ChangePasswordScreen } from '#web/admin/accounts/change-password-screen.tsx'

export const Route = createFileRoute('/admin/_inside/change-password')({
  component: ChangePasswordScreen,
})
