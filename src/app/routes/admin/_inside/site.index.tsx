import { createFileRoute, redirect } from '@tanstack/react-router'
import { siteEditorScreens } from '#web/admin/site-editor/screens.ts'

/** Mails lead here. */
export const Route = createFileRoute('/admin/_inside/site/')({
  beforeLoad: () => {
    throw redirect({ to: siteEditorScreens[0]!.to, replace: true })
  },
})
