import { createFileRoute } from '@tanstack/react-router'
import { QuoteScreen } from '#web/admin/collections/quote-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/press/$id')({
  component: () => <QuoteScreen id={Route.useParams().id} />,
})
