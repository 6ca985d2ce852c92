import { createFileRoute } from '@tanstack/react-router'
import { FeaturesScreen } from '#web/admin/settings/site-settings/features-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/features')({ component: FeaturesScreen })
