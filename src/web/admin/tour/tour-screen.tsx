import { Link, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { AdminShow } from '#api/admin/tour.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { availabilityLabels } from '#domain/tour/availability.ts'
import { type ShowSearch, showList } from '#domain/tour/show-list.ts'
import { ShowBulkActions } from '#web/admin/tour/show-bulk-actions.tsx'
import { ShowDate } from '#web/admin/tour/show-date.tsx'
import { showStatusLabels } from '#web/admin/tour/show-values.ts'
import { adminShowsQuery } from '#web/admin/tour/shows-query.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { ExportLink } from '#web/admin/ui/lists/export-link.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, optionsFromLabels, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

const columns: Column<AdminShow>[] = [
  { head: 'Date', sort: 'date', phone: 'line', cell: (show) => <ShowDate show={show} /> },
  {
    head: 'Show',
    sort: 'city',
    phone: 'title',
    cell: ({ id, city, venue, country }) => (
      <Link to="/admin/tour/$id" params={{ id }} className={rowTitleClass}>
        {city}
        <span className="font-normal text-soft">
          {' '}
          {venue}, {country}
        </span>
      </Link>
    ),
  },
  {
    head: 'Status',
    sort: 'status',
    phone: 'end',
    cell: ({ status, availability }) => (
      <span className="flex flex-wrap gap-1.5 max-sm:justify-end">
        <Badge tone={({ draft: 'notice', upcoming: 'good', past: 'plain' } as const)[status]}>
          {showStatusLabels[status]}
        </Badge>
        {availability !== 'scheduled' && <Badge>{availabilityLabels[availability]}</Badge>}
      </span>
    ),
  },
  { head: 'Changed', sort: 'changed', phone: 'hidden', cell: ({ updatedAt }) => <LocalTimestamp at={updatedAt} /> },
]

const whenChoices = [
  ['upcoming', 'Upcoming'],
  ['past', 'Over'],
] as const

export function TourScreen({ search }: { search: ShowSearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: showList,
    search,
    query: adminShowsQuery(api, search),
    rowsOf: ({ shows }) => shows,
  })
  return (
    <ListScreen
      title={sidebarTexts.tour}
      intro="All your shows, in the time zones of their venues. Visitors see announced shows."
      action={
        <div className="flex flex-wrap gap-3">
          <ExportLink href="/api/admin/shows/export.csv" />
          <Link to="/admin/tour/new" className={buttonClass()}>
            <Plus aria-hidden className="size-5" /> New show
          </Link>
        </div>
      }
      list={list}
      tools={<SearchBox label="City or venue" {...list.field('q')} />}
      filters={
        <>
          <FilterSelect label="When" all="Any date" options={whenChoices} {...list.field('when')} />
          <FilterSelect
            label="Status"
            all="Any status"
            options={optionsFromLabels(showStatusLabels)}
            {...list.field('status')}
          />
          <FilterSelect
            label="Availability"
            all="Any availability"
            options={optionsFromLabels(availabilityLabels)}
            {...list.field('availability')}
          />
        </>
      }
      table={{
        caption: sidebarTexts.tour,
        columns,
        nameOf: ({ date, city, venue }) => `${date} ${city}, ${venue}`,
      }}
      empty={
        <EmptyState
          action={
            <Link to="/admin/tour/new" className={buttonClass()}>
              Add the first one
            </Link>
          }
        >
          No shows yet.
        </EmptyState>
      }
      bulk={<ShowBulkActions selection={list.selection} shows={list.selected} onGone={list.focus.regain} />}
    />
  )
}
