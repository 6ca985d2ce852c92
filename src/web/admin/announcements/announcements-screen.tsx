import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { History, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EditedAnnouncement } from '#api/admin/announcements.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { AnnouncementWindow } from '#web/admin/announcements/announcement-window.tsx'
import { choicesOf, stateWords } from '#web/admin/announcements/announcement-words.ts'
import { type AnnouncementSearch, announcementListQuery } from '#web/admin/announcements/announcements-query.ts'
import { ClearDialog } from '#web/admin/announcements/clear-dialog.tsx'
import { DeleteDialog } from '#web/admin/announcements/delete-dialog.tsx'
import { StateBadge, StyleBadge } from '#web/admin/announcements/style-badge.tsx'
import { useAnnouncementDeeds } from '#web/admin/announcements/use-announcement-deeds.ts'
import { Filter, ListTools, Pager, SearchBox, useAddress } from '#web/admin/parts/list.tsx'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { useRowFocus } from '#web/admin/parts/use-row-focus.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export function AnnouncementsScreen({ search }: { search: AnnouncementSearch }) {
  return (
    <Screen
      title={sidebarTexts.announcements}
      intro="What the banner tells visitors, the most important first."
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/admin/activity" search={{ type: 'announcement' }} className={buttonLook({ variant: 'quiet' })}>
            <History aria-hidden className="size-5" /> Activity log
          </Link>
          <ClearDialog />
          <Link to="/admin/announcements/new" className={buttonLook()}>
            <Plus aria-hidden className="size-5" /> New announcement
          </Link>
        </div>
      }
    >
      <AnnouncementList search={search} />
    </Screen>
  )
}

function AnnouncementList({ search }: { search: AnnouncementSearch }) {
  const { api } = useRouter().options.context
  const look = useAddress<AnnouncementSearch>()
  const { sort = 'priority', direction = 'down', page = 1, size = 25 } = search
  const asked = announcementListQuery(api, { ...search, sort, direction, page, size })
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(asked)
  const { turn, remove } = useAnnouncementDeeds()
  const [leaving, setLeaving] = useState<EditedAnnouncement | null>(null)
  const focus = useRowFocus(data?.announcements)
  const isNarrowed = Boolean(search.q || search.state)
  const columns = columnsWith({ onTurn: turn.mutate, onDelete: setLeaving })
  return (
    <div className="grid gap-4">
      <ListTools>
        <SearchBox label="Title or message" value={search.q} onChange={(q) => look({ q })} />
        <Filter
          label="State"
          all="Any state"
          options={choicesOf(stateWords)}
          value={search.state}
          onChange={(state) => look({ state })}
        />
      </ListTools>
      <ListWaiting {...{ data, error, isFetching, refetch }} />
      {data && (
        <div {...focus.list} className="outline-none">
          {data.total > 0 || isNarrowed ? (
            <Table
              caption={sidebarTexts.announcements}
              columns={columns}
              rows={data.announcements}
              keyOf={({ id }) => id}
              order={{ by: sort, direction }}
              onOrder={({ by, direction: turned }) =>
                look({ sort: by as AnnouncementSearch['sort'], direction: turned })
              }
            />
          ) : (
            <EmptyState
              action={
                <Link to="/admin/announcements/new" className={buttonLook()}>
                  Write the first one
                </Link>
              }
            >
              No announcements yet.
            </EmptyState>
          )}
        </div>
      )}
      {data && (data.total > 0 || isNarrowed) && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          isOld={isPlaceholderData}
          isNarrowed={isNarrowed}
          onChange={look}
        />
      )}
      <DeleteDialog
        announcement={leaving}
        onClose={() => setLeaving(null)}
        onDelete={remove.mutateAsync}
        onGone={focus.regain}
      />
    </div>
  )
}

type Deeds = { onTurn: (to: { id: string; isActive: boolean }) => void; onDelete: (one: EditedAnnouncement) => void }

const columnsWith = ({ onTurn, onDelete }: Deeds): Column<EditedAnnouncement>[] => [
  {
    head: 'Announcement',
    sort: 'title',
    cell: ({ id, title, message }) => (
      <>
        <Link
          to="/admin/announcements/$id"
          params={{ id }}
          className="inline-block min-h-11 content-center font-semibold text-link underline underline-offset-4 hover:decoration-2 sm:min-h-0"
        >
          {title}
        </Link>
        <span className="line-clamp-2 text-soft">{message}</span>
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
  { head: 'Shown', sort: 'start', cell: (one) => <AnnouncementWindow {...one} /> },
  { head: 'Priority', sort: 'priority', cell: ({ priority }) => <span className="tabular-nums">{priority}</span> },
  {
    head: 'On',
    cell: ({ id, title, isActive }) => (
      <Switch label={`Show “${title}”`} isOn={isActive} onTurn={() => onTurn({ id, isActive: !isActive })} />
    ),
  },
  {
    head: 'Delete',
    end: true,
    cell: (one) => (
      <Button variant="quiet" size="icon" aria-label={`Delete “${one.title}”`} onClick={() => onDelete(one)}>
        <Trash2 aria-hidden className="size-5" />
      </Button>
    ),
  },
]

function Switch({ label, isOn, onTurn }: { label: string; isOn: boolean; onTurn: () => void }) {
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
