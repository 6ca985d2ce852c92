import { useRouter } from '@tanstack/react-router'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { type ActiveAnnouncement, announcementsQuery } from '#web/admin/announcements/announcements-query.ts'
import { StyleBadge } from '#web/admin/announcements/style-badge.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const columns: Column<ActiveAnnouncement>[] = [
  {
    head: 'Announcement',
    cell: ({ title, message }) => (
      <>
        <span className="block font-medium">{title}</span>
        <span className="block text-soft">{message}</span>
      </>
    ),
  },
  { head: 'Style', cell: ({ style }) => <StyleBadge style={style} /> },
  {
    head: 'Link',
    cell: ({ linkUrl, linkText }) =>
      linkUrl ? (
        <a href={linkUrl} className="break-all font-semibold text-link underline underline-offset-4">
          {linkText}
        </a>
      ) : (
        '–'
      ),
  },
  { head: 'Dismissible', cell: ({ isDismissible }) => (isDismissible ? 'Yes' : 'No') },
]

export function AnnouncementsScreen() {
  const { api } = useRouter().options.context
  return (
    <Screen title={sidebarTexts.announcements} intro="What the banner tells visitors now, the most important first.">
      <Loaded query={announcementsQuery(api)}>
        {(active) =>
          active.length ? (
            <Table caption={sidebarTexts.announcements} columns={columns} rows={active} keyOf={({ id }) => id} />
          ) : (
            <EmptyState action={<ButtonLink href="/">See the website</ButtonLink>}>
              No announcement is active.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}
