import { Link, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type HostedSiteSearch, type HostedSiteState, hostedSiteList } from '#domain/hosted-sites/hosted-site-list.ts'
import { sidebarGroupTexts } from '#domain/texts/own-admin-words.ts'
import { hostedSiteListQuery } from '#web/admin/hosted-sites/hosted-sites-query.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, optionsFromLabels, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

const stateLabels: Record<HostedSiteState, string> = { open: 'Open', suspended: 'Suspended', deleted: 'Deleted' }
const stateTones = { open: 'good', suspended: 'notice', deleted: 'bad' } as const

export const HostedSiteStateBadge = ({ state }: { state: HostedSiteState }) => (
  <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
)

type Row = { id: string; name: string; host: string; isConfirmed: boolean; state: HostedSiteState; createdAt: string }

/** The websites of the installation, for people with platform access. */
export function HostedSitesScreen({ search }: { search: HostedSiteSearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: hostedSiteList,
    search,
    query: hostedSiteListQuery(api, search),
    rowsOf: ({ sites }) => sites.map(({ websiteId, ...site }) => ({ id: websiteId, ...site })),
  })
  return (
    <ListScreen
      title={sidebarGroupTexts.websites}
      intro="The websites that were created here. You manage their hosts and owners; only people with access to a website change what is on it."
      action={
        <Link to="/admin/sites/new" className={buttonClass()}>
          <Plus aria-hidden className="size-5" /> New website
        </Link>
      }
      above={<SitesInFolders sites={list.data?.inFolders ?? []} />}
      list={list}
      tools={
        <>
          <SearchBox label="Name or host" {...list.field('q')} />
          <FilterSelect
            label="State"
            all="Any state"
            options={optionsFromLabels(stateLabels)}
            {...list.field('state')}
          />
        </>
      }
      table={{ caption: sidebarGroupTexts.websites, columns, nameOf: ({ name }) => name }}
      empty={
        <EmptyState
          action={
            <Link to="/admin/sites/new" className={buttonClass()}>
              Create the first website
            </Link>
          }
        >
          No website was created here yet.
        </EmptyState>
      }
    />
  )
}

const columns: Column<Row>[] = [
  {
    head: 'Website',
    sort: 'name',
    cell: ({ id, name }) => (
      <Link to="/admin/sites/$websiteId" params={{ websiteId: id }} className={rowTitleClass}>
        {name}
      </Link>
    ),
    below: ({ host }) => <span className="text-soft max-sm:truncate sm:break-all">{host}</span>,
  },
  {
    head: 'State',
    phone: 'end',
    cell: ({ state, isConfirmed }) => (
      <span className="flex flex-wrap gap-1.5 max-sm:flex-col max-sm:items-end">
        <HostedSiteStateBadge state={state} />
        {!isConfirmed && <Badge tone="notice">Host not confirmed</Badge>}
      </span>
    ),
  },
  { head: 'Created', sort: 'created', phone: 'hidden', cell: ({ createdAt }) => <LocalTimestamp at={createdAt} /> },
]

/** Their hosts can be added to here; everything else about them is in their folders. */
function SitesInFolders({ sites }: { sites: { websiteId: string; name: string; host: string }[] }) {
  if (!sites.length) return null
  return (
    <ScreenSection title="Websites with a folder in sites/">
      <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {sites.map(({ websiteId, name, host }) => (
          <li key={websiteId} className="border-line border-t py-2">
            <Link to="/admin/sites/$websiteId" params={{ websiteId }} className={rowTitleClass}>
              {name}
            </Link>
            <span className="block break-all text-soft">{host}</span>
          </li>
        ))}
      </ul>
    </ScreenSection>
  )
}
