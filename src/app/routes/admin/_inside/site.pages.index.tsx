import { createFileRoute } from '@tanstack/react-router'
import { PagesScreen } from '#web/admin/site-editor/pages/pages-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/pages/')({ component: PagesScreen })
