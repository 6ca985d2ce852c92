import { createFileRoute } from '@tanstack/react-router'
import { LookScreen } from '#web/admin/site-editor/look/look-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/look')({ component: LookScreen })
