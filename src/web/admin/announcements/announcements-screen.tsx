import { Link, useRouter } from '@tanstack/react-router'
import { History, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminAnnouncement } from '#api/admin/announcements.ts'
import type { AnnouncementStyle } from '#domain/announcements/announcement.ts'
import type { AnnouncementState } from '#domain/announcements/announcement-list.ts'
import { type AnnouncementSearch, announcementList } from '#domain/announcements/announcement-list.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import {
  ClearOldAnnouncementsDialog,
  DeleteAnnouncementDialog,
} from '#web/admin/announcements/announcement-dialogs.tsx'
import { announcementStateLabels, announcementStyleLabels } from '#web/admin/announcements/announcement-values.ts'
import { announcementListQuery, useAnnouncementActions } from '#web/admin/announcements/announcements-query.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, optionsFromLabels, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export function AnnouncementsScreen({ search }: { search: AnnouncementSearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: announcementList,
    search,
    query: announcementListQuery(api, search),
    rowsOf: ({ announcements }) => announcements,
  })
  const { turn, remove } = useAnnouncementActions()
  const [toDelete, setToDelete] = useState<AdminAnnouncement | null>(null)
  return (
    <ListScreen
      title={sidebarTexts.announcements}
      intro="The announcements in the banner, highest priority first."
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/admin/activity" search={{ type: 'announcement' }} className={buttonClass({ variant: 'quiet' })}>
            <History aria-hidden className="size-5" /> Activity log
          </Link>
          <ClearOldAnnouncementsDialog />
          <Link to="/admin/announcements/new" className={buttonClass()}>
            <Plus aria-hidden className="size-5" /> New announcement
          </Link>
        </div>
      }
      list={list}
      tools={
        <>
          <SearchBox label="Title or message" {...list.field('q')} />
          <FilterSelect
            label="State"
            all="Any state"
            options={optionsFromLabels(announcementStateLabels)}
            {...list.field('state')}
          />
        </>
      }
      table={{
        caption: sidebarTexts.announcements,
        columns: columnsWith({ onTurn: turn.mutate, onDelete: setToDelete }),
      }}
      empty={
        <EmptyState
          action={
            <Link to="/admin/announcements/new" className={buttonClass()}>
              Write the first announcement
            </Link>
          }
        >
          No announcements yet.
        </EmptyState>
      }
      dialogs={
        <DeleteAnnouncementDialog
          announcement={toDelete}
          onClose={() => setToDelete(null)}
          onDelete={remove.mutateAsync}
          onClosed={list.focus.regain}
        />
      }
    />
  )
}

type RowActions = {
  onTurn: (to: { id: string; isActive: boolean }) => void
  onDelete: (one: AdminAnnouncement) => void
}

const columnsWith = ({ onTurn, onDelete }: RowActions): Column<AdminAnnouncement>[] => [
  {
    head: 'Announcement',
    sort: 'title',
    cell: ({ id, title, message }) => (
      <>
        <Link to="/admin/announcements/$id" params={{ id }} className={rowTitleClass}>
          {title}
        </Link>
        <span className="line-clamp-2 text-soft max-sm:hidden">{message}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: ({ state, style }) => (
      <span className="flex flex-wrap gap-1.5">
        <StateBadge state={state} />
        <StyleBadge style={style} />
      </span>
    ),
  },
  { head: 'Shown', sort: 'start', phone: 'hidden', cell: (one) => <AnnouncementWindow {...one} /> },
  {
    head: 'Priority',
    sort: 'priority',
    phone: 'hidden',
    cell: ({ priority }) => <span className="tabular-nums">{priority}</span>,
  },
  {
    head: 'On',
    phone: 'end',
    cell: ({ id, title, isActive }) => (
      <ActiveSwitch label={`Show “${title}”`} isOn={isActive} onTurn={() => onTurn({ id, isActive: !isActive })} />
    ),
  },
  {
    head: 'Delete',
    end: true,
    phone: 'end',
    cell: (one) => (
      <Button variant="quiet" size="icon" aria-label={`Delete “${one.title}”`} onClick={() => onDelete(one)}>
        <Trash2 aria-hidden className="size-5" />
      </Button>
    ),
  },
]

function ActiveSwitch({ label, isOn, onTurn }: { label: string; isOn: boolean; onTurn: () => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      onClick={onTurn}
      className="group grid h-11 w-12 cursor-pointer place-items-center"
    >
      <span
        aria-hidden
        className="flex h-6 w-11 items-center border-2 border-field px-0.5 transition-colors group-aria-checked:border-success-ink group-aria-checked:bg-success-ink"
      >
        <span className="size-4 bg-field transition-[translate] group-aria-checked:translate-x-5 group-aria-checked:bg-raised" />
      </span>
    </button>
  )
}

type WindowProps = { startDate: string | null; endDate: string | null }

/** When visitors see it, in the time of the site; the zone is in the tooltip. */
function AnnouncementWindow({ startDate, endDate }: WindowProps) {
  if (!startDate && !endDate) return <span className="text-soft">Always</span>
  return (
    <span className="flex flex-wrap gap-x-2 tabular-nums sm:grid sm:whitespace-nowrap">
      {startDate && (
        <span>
          From <SiteTime at={startDate} />
        </span>
      )}
      {endDate && (
        <span>
          Until <SiteTime at={endDate} />
        </span>
      )}
    </span>
  )
}

function SiteTime({ at }: { at: string }) {
  const { locale, zone } = useWebsite()
  const format = (timeStyle: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: zone }).format(new Date(at))
  return (
    <time dateTime={at} title={`${format('long')}, ${zone}`}>
      {format('short')}
    </time>
  )
}

const styleTones = { info: 'plain', success: 'good', warning: 'notice', urgent: 'bad' } as const
const stateTones = { live: 'good', scheduled: 'notice', ended: 'plain', off: 'plain' } as const

const StyleBadge = ({ style }: { style: AnnouncementStyle }) => (
  <Badge tone={styleTones[style]}>{announcementStyleLabels[style]}</Badge>
)

const StateBadge = ({ state }: { state: AnnouncementState }) => (
  <Badge tone={stateTones[state]}>{announcementStateLabels[state]}</Badge>
)
