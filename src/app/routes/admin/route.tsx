import { createFileRoute } from '@tanstack/react-router'

/** Nothing of the admin area is for search engines or caches; what its screens are called, they say themselves. */
export const Route = createFileRoute('/admin')({
  headers: () => ({ 'cache-control': 'no-store' }),
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
})
