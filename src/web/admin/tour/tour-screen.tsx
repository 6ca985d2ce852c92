import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { EditedShow } from '#api/admin/tour.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { availabilityWords } from '#domain/tour/availability.ts'
import { Badge } from '#web/admin/parts/badge.tsx'
import { ExportLink } from '#web/admin/parts/export-link.tsx'
import { Filter, ListTools, Pager, SearchBox, useAddress } from '#web/admin/parts/list.tsx'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { useRowFocus } from '#web/admin/parts/use-row-focus.ts'
import { useSelection } from '#web/admin/parts/use-selection.ts'
import { ChosenShows } from '#web/admin/tour/chosen-shows.tsx'
import { ShowDate } from '#web/admin/tour/show-date.tsx'
import { type ShowSearch, showsQuery } from '#web/admin/tour/shows-query.ts'
import { choicesOf, statusWords } from '#web/admin/tour/tour-words.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const columns: Column<EditedShow>[] = [
  { head: 'Date', sort: 'date', cell: (show) => <ShowDate show={show} /> },
  {
    head: 'Show',
    sort: 'city',
    cell: ({ id, city, venue, country }) => (
      <Link to="/admin/tour/$id" params={{ id }} className="group inline-block min-h-11 content-center sm:min-h-0">
        <span className="font-semibold text-link underline underline-offset-4 group-hover:decoration-2">{city}</span>
        <span className="text-soft">
          {' '}
          {venue}, {country}
        </span>
      </Link>
    ),
  },
  {
    head: 'Status',
    sort: 'status',
    cell: ({ status, availability }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={({ draft: 'notice', upcoming: 'good', past: 'plain' } as const)[status]}>
          {statusWords[status]}
        </Badge>
        {availability !== 'scheduled' && <Badge>{availabilityWords[availability]}</Badge>}
      </span>
    ),
  },
  { head: 'Changed', sort: 'changed', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
]

const whenChoices = [
  ['upcoming', 'To come'],
  ['past', 'Over'],
] as const

export function TourScreen({ search }: { search: ShowSearch }) {
  return (
    <Screen
      title={sidebarTexts.tour}
      intro="All your shows, by the clocks of their venues. Visitors see what is announced."
      action={
        <div className="flex flex-wrap gap-3">
          <ExportLink href="/api/admin/shows/file.csv" />
          <Link to="/admin/tour/new" className={buttonLook()}>
            <Plus aria-hidden className="size-5" /> New show
          </Link>
        </div>
      }
    >
      <ShowList search={search} />
    </Screen>
  )
}

function ShowList({ search }: { search: ShowSearch }) {
  const { api } = useRouter().options.context
  const look = useAddress<ShowSearch>()
  const { sort = 'date', direction = 'up', page = 1, size = 25 } = search
  const asked = showsQuery(api, { ...search, sort, direction, page, size })
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(asked)
  const selection = useSelection(data?.shows.map(({ id }) => id) ?? [])
  const focus = useRowFocus(data?.shows, selection.count)
  const isNarrowed = Boolean(search.q || search.status || search.availability || search.when)
  return (
    <div className="grid gap-4">
      <ListTools>
        <SearchBox label="City or venue" value={search.q} onChange={(q) => look({ q })} />
        <Filter
          label="When"
          all="Any date"
          options={whenChoices}
          value={search.when}
          onChange={(when) => look({ when })}
        />
        <Filter
          label="Status"
          all="Any status"
          options={choicesOf(statusWords)}
          value={search.status}
          onChange={(status) => look({ status })}
        />
        <Filter
          label="Availability"
          all="Any availability"
          options={choicesOf(availabilityWords)}
          value={search.availability}
          onChange={(availability) => look({ availability })}
        />
      </ListTools>
      <ListWaiting {...{ data, error, isFetching, refetch }} />
      {data && data.total === 0 && !isNarrowed && (
        <EmptyState
          action={
            <Link to="/admin/tour/new" className={buttonLook()}>
              Add the first one
            </Link>
          }
        >
          No shows yet.
        </EmptyState>
      )}
      <div {...focus.list} className="grid gap-4 outline-none">
        {data && (data.total > 0 || isNarrowed) && (
          <div className={isFetching ? 'opacity-60 transition-opacity delay-150' : ''}>
            <Table
              caption={sidebarTexts.tour}
              columns={columns}
              rows={data.shows}
              keyOf={({ id }) => id}
              nameOf={({ date, city, venue }) => `${date} ${city}, ${venue}`}
              order={{ by: sort, direction }}
              onOrder={({ by, direction: turned }) => look({ sort: by as ShowSearch['sort'], direction: turned })}
              selection={selection}
            />
          </div>
        )}
        {data && (
          <Pager
            page={page}
            size={size}
            total={data.total}
            isOld={isPlaceholderData}
            isNarrowed={isNarrowed}
            onChange={look}
          />
        )}
        <ChosenShows
          selection={selection}
          shows={data?.shows.filter(({ id }) => selection.has(id)) ?? []}
          onGone={focus.regain}
        />
      </div>
    </div>
  )
}
