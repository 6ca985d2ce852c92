import { createFileRoute, Outlet } from '@tanstack/react-router'
import { BuilderProvider } from '#web/admin/site-editor/pages/builder.tsx'

/** Undo and edits that are not saved yet go on from one page to the next. */
export const Route = createFileRoute('/admin/_inside/site/pages')({
  component: () => (
    <BuilderProvider>
      <Outlet />
    </BuilderProvider>
  ),
})
