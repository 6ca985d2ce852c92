import { createFileRoute } from '@tanstack/react-router'
import { NewQuoteScreen } from '#web/admin/collections/quote-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/press/new')({ component: NewQuoteScreen })
