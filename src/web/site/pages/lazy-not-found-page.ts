import { lazy } from 'react'

/** Few visitors see it, so it is no part of the scripts that every page loads. */
export const NotFoundPage = lazy(async () => ({
  default: (await import('#web/site/pages/not-found-page.tsx')).NotFoundPage,
}))
