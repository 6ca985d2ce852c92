import { createFileRoute } from '@tanstack/react-router'
import { NewShowScreen } from '#web/admin/tour/show-screen.tsx'
import { ShowPage } from '#web/site/tour/show-page.tsx'

export const Route = createFileRoute('/admin/_inside/tour/new')({ component: () => <NewShowScreen page={ShowPage} /> })
