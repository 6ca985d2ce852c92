import { createFileRoute } from '@tanstack/react-router'
import { NewReleaseScreen } from '#web/admin/collections/release-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/records/new')({ component: NewReleaseScreen })
