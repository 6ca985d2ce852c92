import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { downloadStateLabels } from '#domain/downloads/admin-actions.ts'
import { type DownloadListSearch, downloadList } from '#domain/downloads/download-list.ts'
import { downloadStates } from '#domain/downloads/state.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { downloadColumns } from '#web/admin/downloads/download-columns.tsx'
import { downloadsQuery } from '#web/admin/downloads/downloads-query.ts'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { useBuyerSearch } from '#web/admin/ui/lists/use-buyer-search.ts'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

/** Of a right with several files one may be used up and another not. */
const filterWords = { ...downloadStateLabels, 'used-up': 'No downloads left' }

/** Every right to download, with its state. */
export function DownloadsScreen({ search }: { search: DownloadListSearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: downloadList,
    search,
    query: downloadsQuery(api, search),
    rowsOf: ({ downloads }) => downloads,
  })
  const box = useBuyerSearch(search, list.setSearch)
  return (
    <ListScreen
      title={sidebarTexts.downloads}
      intro="What buyers can download, how often they have, and what happened last."
      list={list}
      tools={<SearchBox label="Order, product or email" isWhole maxLength={254} {...box} />}
      filters={
        <>
          <FilterSelect
            label="State"
            all="Any state"
            options={downloadStates.map((state) => [state, filterWords[state]] as const)}
            {...list.field('state')}
          />
          <FilterSelect
            label="Last event"
            all="Any event"
            options={[['failed', 'Last download failed']]}
            {...list.field('last')}
          />
          {search.buyer && (
            <Button variant="quiet" onClick={() => list.setSearch({ buyer: undefined })}>
              Downloads of one address <X aria-label="Show all" className="size-5" />
            </Button>
          )}
        </>
      }
      table={{ caption: sidebarTexts.downloads, columns: downloadColumns, recordOf: ({ orderId }) => orderId }}
      empty={<EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No downloads yet.</EmptyState>}
    />
  )
}
