import { createFileRoute } from '@tanstack/react-router'
import { GoingLiveScreen } from '#web/admin/going-live/going-live-screen.tsx'

export const Route = createFileRoute('/admin/_inside/going-live')({ component: GoingLiveScreen })
