import { type ErrorComponentProps, useMatches } from '@tanstack/react-router'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** In place of a page that failed, between header and footer. The admin area has screens of its own, further up. */
export function PageErrorScreen({ error }: ErrorComponentProps) {
  const { name } = useWebsite()
  const inAdmin = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/admin')) })
  if (inAdmin) throw error
  return (
    <>
      <title>{`${errorPanelTexts.title} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <ErrorPanel error={error} />
    </>
  )
}
