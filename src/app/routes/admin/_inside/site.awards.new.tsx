import { createFileRoute } from '@tanstack/react-router'
import { NewAwardScreen } from '#web/admin/collections/award-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/awards/new')({ component: NewAwardScreen })
