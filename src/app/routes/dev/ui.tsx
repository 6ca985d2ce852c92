import { createFileRoute, notFound } from '@tanstack/react-router'
import { loadBanner } from '#app/routes/-banner.ts'
import { DevUiPage } from '#web/dev/dev-ui-page.tsx'

/** Every shared screen in every state; only where DEV_PAGES is on. */
export const Route = createFileRoute('/dev/ui')({
  beforeLoad: async ({ context }) => {
    if (context.site.devPages) return
    await loadBanner(context)
    throw notFound()
  },
  head: () => ({ meta: [{ title: 'Shared screens' }, { name: 'robots', content: 'noindex' }] }),
  component: DevUiPage,
})
