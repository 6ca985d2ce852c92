import { createFileRoute } from '@tanstack/react-router'
import { IdentityScreen } from '#web/admin/site-editor/identity-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/identity')({ component: () => <IdentityScreen /> })
