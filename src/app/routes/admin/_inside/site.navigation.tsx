import { createFileRoute } from '@tanstack/react-router'
import { NavigationScreen } from '#web/admin/site-editor/navigation-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/navigation')({ component: NavigationScreen })
