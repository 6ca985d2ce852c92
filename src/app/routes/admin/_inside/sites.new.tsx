import { createFileRoute } from '@tanstack/react-router'
import { NewSiteScreen } from '#web/admin/hosted-sites/new-site-screen.tsx'

export const Route = createFileRoute('/admin/_inside/sites/new')({ component: NewSiteScreen })
