import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { activityActions, type ResourceType } from '#domain/activity/activity.ts'
import { type ActivitySearch, activityList, type UnvalidatedActivitySearch } from '#domain/activity/activity-list.ts'
import { actionFilterOptions, resourceTypeLabel } from '#domain/activity/words.ts'
import { accessListQuery } from '#web/admin/accounts/account-queries.ts'
import { ActivityLine } from '#web/admin/activity/activity-line.tsx'
import { activityCsvUrl, activityQuery } from '#web/admin/activity/activity-query.ts'
import { DayField } from '#web/admin/ui/editor/day-field.tsx'
import { ExportLink } from '#web/admin/ui/lists/export-link.tsx'
import { ListStatus } from '#web/admin/ui/lists/list-status.tsx'
import { FilterSelect, ListTools, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { countActiveFilters, useSetSearch } from '#web/admin/ui/lists/use-list-screen.ts'
import { Screen } from '#web/admin/ui/screen.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export function ActivityScreen({ search: fromAddress }: { search: UnvalidatedActivitySearch }) {
  const search: ActivitySearch = { ...fromAddress, type: types.find(([type]) => type === fromAddress.type)?.[0] }
  return (
    <Screen
      title={search.only === 'security' ? 'Security log' : 'Activity log'}
      intro={
        search.only === 'security'
          ? 'Sign-ins, changes of access, exports, refunds, and changes of where mail goes. Entries cannot be changed or deleted.'
          : 'Who changed what, and when. Entries cannot be changed or deleted.'
      }
      action={<ExportLink href={activityCsvUrl(search)} />}
    >
      <div className="grid gap-4">
        <ActivityTools search={search} />
        <ActivityLines search={search} />
      </div>
    </Screen>
  )
}

const types = (Object.keys(activityActions) as ResourceType[]).map((type) => [type, resourceTypeLabel(type)] as const)
const views = [['security', 'Security only']] as const
const otherUserOptions = [
  ['gone', 'Deleted users'],
  ['unknown', 'Unknown'],
] as const

/** A changed filter leads back to the newest entries. */
function useActivitySearch() {
  const setSearch = useSetSearch<ActivitySearch>()
  return (changes: Partial<ActivitySearch>) => setSearch({ before: undefined, after: undefined, ...changes })
}

function ActivityTools({ search }: { search: ActivitySearch }) {
  const { api } = useRouter().options.context
  const { zone } = useWebsite()
  const setSearch = useActivitySearch()
  const { data: access } = useQuery(accessListQuery(api))
  const people = access?.administrators.map(({ userId, email }) => [userId, email] as const) ?? []
  return (
    <ListTools
      inUse={countActiveFilters(activityList, search)}
      filters={
        <>
          <FilterSelect
            label="Show"
            all="Everything"
            options={views}
            value={search.only}
            onChange={(only) => setSearch({ only })}
          />
          <FilterSelect
            label="Kind"
            all="All kinds"
            options={types}
            value={search.type}
            onChange={(type) => setSearch({ type, action: undefined })}
          />
          <FilterSelect
            label="Action"
            all="All actions"
            options={actionFilterOptions(search.type)}
            value={search.action}
            onChange={(action) => setSearch({ action })}
          />
          <FilterSelect
            label="Who"
            all="Everybody"
            options={[...people, ...otherUserOptions]}
            value={search.person}
            onChange={(person) => setSearch({ person })}
          />
          <div className="flex basis-full flex-wrap gap-3">
            <DayField label="From" zone={zone} value={search.from} onChange={(from) => setSearch({ from })} />
            <DayField label="To" zone={zone} value={search.to} onChange={(to) => setSearch({ to })} />
          </div>
        </>
      }
    >
      <SearchBox label="Name" value={search.q} onChange={(q) => setSearch({ q })} />
    </ListTools>
  )
}

/** Not a `ListView`: its pages begin at a line and have no number, and there is no total. */
function ActivityLines({ search }: { search: ActivitySearch }) {
  const { api } = useRouter().options.context
  const setSearch = useActivitySearch()
  const { data, error, isFetching, refetch } = useQuery(activityQuery(api, search))
  const list = useRef<HTMLOListElement>(null)
  // A button that has nowhere further to go would drop the focus.
  const turnPage = (to: Pick<ActivitySearch, 'before' | 'after'>) => {
    list.current?.focus()
    setSearch(to)
  }
  const status = <ListStatus data={data} error={error} isFetching={isFetching} refetch={refetch} />
  if (!data) return status
  const { entries, older, newer } = data
  if (!entries.length)
    return (
      <EmptyState
        action={
          <Button variant="quiet" onClick={() => setSearch(noFilters)}>
            Show everything
          </Button>
        }
      >
        No matching activity.
      </EmptyState>
    )
  return (
    <>
      {status}
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Activity log"
        aria-busy={isFetching}
        className="border-line border-y bg-raised dim-when-busy"
      >
        {entries.map((entry) => (
          <ActivityLine key={entry.id} entry={entry} />
        ))}
      </ol>
      <nav aria-label="Pages" className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" disabled={!newer} onClick={() => turnPage({ after: entries[0]!.id })}>
          Newer
        </Button>
        <Button variant="quiet" disabled={!older} onClick={() => turnPage({ before: entries.at(-1)!.id })}>
          Older
        </Button>
      </nav>
    </>
  )
}

const noFilters: ActivitySearch = Object.fromEntries(activityList.filters.map((name) => [name, undefined]))
