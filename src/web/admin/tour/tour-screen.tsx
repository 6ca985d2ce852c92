import { Link, useRouter } from '@tanstack/react-router'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { Badge } from '#web/admin/parts/badge.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { ShowDate } from '#web/admin/tour/show-date.tsx'
import { type ListedShow, showsQuery } from '#web/admin/tour/shows-query.ts'
import { ButtonLink, buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const columns: Column<ListedShow>[] = [
  { head: 'Date', cell: (show) => <ShowDate show={show} /> },
  { head: 'City', cell: ({ city, country }) => <span className="font-medium">{`${city}, ${country}`}</span> },
  { head: 'Venue', cell: ({ venue }) => venue },
  { head: 'State', cell: (show) => <ShowState show={show} /> },
  {
    head: 'Page',
    end: true,
    cell: ({ slug, city }) => (
      <Link
        to="/tour/$slug"
        params={{ slug }}
        aria-label={`See the page of ${city}`}
        className="font-semibold text-link underline underline-offset-4"
      >
        See
      </Link>
    ),
  },
]

const tones = {
  scheduled: 'plain',
  'sold out': 'good',
  postponed: 'notice',
  rescheduled: 'notice',
  cancelled: 'bad',
  free: 'plain',
} as const

function ShowState({ show: { status, availability } }: { show: ListedShow }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status === 'past' && <Badge>past</Badge>}
      <Badge tone={tones[availability]}>{availability}</Badge>
    </span>
  )
}

export function TourScreen({ withPast }: { withPast: boolean }) {
  const { api } = useRouter().options.context
  return (
    <Screen
      title={sidebarTexts.tour}
      intro="The shows that visitors see, by the clocks of their venues."
      action={
        <Link
          to="/admin/tour"
          search={withPast ? {} : { past: 'include' }}
          className={buttonLook({ variant: 'quiet' })}
        >
          {withPast ? 'Hide past shows' : 'Show past shows'}
        </Link>
      }
    >
      <Loaded query={showsQuery(api, { past: withPast, limit: 500 })}>
        {(shows) =>
          shows.length ? (
            <Table caption={sidebarTexts.tour} columns={columns} rows={shows} keyOf={({ slug }) => slug} />
          ) : (
            <EmptyState action={<ButtonLink href="/tour">See the tour page</ButtonLink>}>No shows to come.</EmptyState>
          )
        }
      </Loaded>
    </Screen>
  )
}
