import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type DownloadSort, stateWords } from '#domain/downloads/desk.ts'
import { downloadStates } from '#domain/downloads/state.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { downloadColumns } from '#web/admin/downloads/download-columns.tsx'
import { type DownloadSearch, downloadsQuery } from '#web/admin/downloads/downloads-query.ts'
import { Filter, ListTools, Pager, SearchBox, useAddress } from '#web/admin/parts/list.tsx'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { Table } from '#web/admin/parts/table.tsx'
import { useBuyerSearch } from '#web/admin/parts/use-buyer-search.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Of a right with several files one may be used up and another not. */
const filterWords = { ...stateWords, 'used-up': 'With a file used up' }

/** Every right to download, with what has become of it. */
export function DownloadsScreen({ search }: { search: DownloadSearch }) {
  const { api } = useRouter().options.context
  const look = useAddress<DownloadSearch>()
  const { page = 1, size = 25, sort = 'created', direction = 'down' } = search
  const asked = { ...search, page, size, sort, direction }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(downloadsQuery(api, asked))
  const box = useBuyerSearch(search, look)
  const isNarrowed = Boolean(search.q || search.buyer || search.state || search.last)
  return (
    <Screen
      title={sidebarTexts.downloads}
      intro="What buyers may download, how often they have, and what happened last."
    >
      <div className="grid gap-4">
        <ListTools>
          <SearchBox label="Order, product or e-mail" isWhole maxLength={254} {...box} />
          <Filter
            label="State"
            all="Any state"
            options={downloadStates.map((state) => [state, filterWords[state]] as const)}
            value={search.state}
            onChange={(state) => look({ state })}
          />
          <Filter
            label="Last event"
            all="Whatever happened"
            options={[['failed', 'Failed at last']]}
            value={search.last}
            onChange={(last) => look({ last })}
          />
          {search.buyer && (
            <Button variant="quiet" onClick={() => look({ buyer: undefined })}>
              Downloads of one address <X aria-label="Show all again" className="size-5" />
            </Button>
          )}
        </ListTools>
        <ListWaiting {...{ data, error, isFetching, refetch }} />
        {data && data.total === 0 && !isNarrowed && (
          <EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No downloads yet.</EmptyState>
        )}
        {data && data.total > 0 && (
          <div aria-busy={isFetching} className="dim-when-busy">
            <Table
              caption={sidebarTexts.downloads}
              columns={downloadColumns}
              rows={data.downloads}
              keyOf={({ id }) => id}
              order={{ by: sort, direction }}
              onOrder={({ by, direction: turned }) => look({ sort: by as DownloadSort, direction: turned })}
            />
          </div>
        )}
        {data && (
          <Pager
            {...{ page, size, isNarrowed }}
            total={data.total}
            isOld={isPlaceholderData}
            onChange={(changes) => look(changes)}
          />
        )}
      </div>
    </Screen>
  )
}
