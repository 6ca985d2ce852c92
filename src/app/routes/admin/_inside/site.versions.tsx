import { createFileRoute } from '@tanstack/react-router'
import { versionList } from '#domain/site-editor/version-list.ts'
import { VersionsScreen } from '#web/admin/site-editor/versions-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/versions')({
  validateSearch: versionList.read,
  component: () => <VersionsScreen search={Route.useSearch()} />,
})
