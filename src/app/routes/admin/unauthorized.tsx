import { createFileRoute } from '@tanstack/react-router'
import { UnauthorizedScreen } from '#web/admin/accounts/unauthorized-screen.tsx'

export const Route = createFileRoute('/admin/unauthorized')({ component: UnauthorizedScreen })
