import { Link, useRouter } from '@tanstack/react-router'
import { FileAudio, FileVideo, GripVertical, Plus } from 'lucide-react'
import type { AdminMediaItem } from '#api/admin/media.ts'
import { maxMediaShown } from '#domain/media/item.ts'
import { formatDuration } from '#domain/media/length.ts'
import { type MediaSearch, mediaList } from '#domain/media/media-list.ts'
import { playerForSource } from '#domain/media/player.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { adminMediaQuery, mediaKey } from '#web/admin/media/media-query.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListReorder } from '#web/admin/ui/lists/use-list-reorder.ts'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { PublishButton } from '#web/admin/ui/publish-button.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

const kindWords = { video: 'Video', audio: 'Audio' } as const

export function MediaScreen({ search }: { search: MediaSearch }) {
  const { api } = useRouter().options.context
  const query = adminMediaQuery(api, search)
  const list = useListScreen({ list: mediaList, search, query, rowsOf: ({ items }) => items })
  return (
    <ListScreen
      title={sidebarTexts.media}
      intro="Videos and audio, in the order that visitors see."
      action={
        <Link to="/admin/media/new" className={buttonClass()}>
          <Plus aria-hidden className="size-5" /> New item
        </Link>
      }
      list={list}
      banner={
        list.total > maxMediaShown && (
          <p className="text-soft">Visitors see the first {maxMediaShown} of those that are published.</p>
        )
      }
      empty={
        <EmptyState
          action={
            <Link to="/admin/media/new" className={buttonClass()}>
              Add the first one
            </Link>
          }
        >
          No media yet.
        </EmptyState>
      }
    >
      <Items items={list.rows} listKey={query.queryKey} />
    </ListScreen>
  )
}

type ItemsProps = { items: readonly AdminMediaItem[]; listKey: ReturnType<typeof adminMediaQuery>['queryKey'] }

function Items({ items, listKey }: ItemsProps) {
  const { api } = useRouter().options.context
  const reorder = useListReorder({
    rows: items,
    nameOf: ({ title }) => title,
    save: (json) => unwrapResponse(api.api.admin.media.order.$put({ json })),
    listKey,
    rowsName: 'items',
    invalidates: mediaKey,
  })
  const publish = useAction({
    run: ({ id, isPublished }: AdminMediaItem) =>
      unwrapResponse(api.api.admin.media.publication.$post({ json: { ids: [id], isPublished: !isPublished } })),
    successMessage: (_, { title, isPublished }) =>
      isPublished ? `${title} is hidden now.` : `Visitors see ${title} now.`,
    invalidates: [mediaKey],
  })
  return (
    <>
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      <ul className="grid gap-px border-line border-y bg-line">
        {items.map((item) => (
          <li
            key={item.id}
            data-reorder={item.id}
            style={{ order: reorder.order.indexOf(item.id) }}
            className={`grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 bg-raised py-2 pr-2 sm:pr-3 sm:grid-cols-[auto_8rem_minmax(0,1fr)_auto] ${reorder.heldId === item.id ? 'outline-2 outline-ink' : ''}`}
          >
            <button type="button" {...reorder.handle(item.id)}>
              <GripVertical aria-hidden className="size-5" />
            </button>
            <span className="grid aspect-video w-32 place-items-center bg-sunken text-soft max-sm:hidden">
              {item.poster ? (
                <Picture picture={{ ...item.poster, alt: '' }} sizes="8rem" className="size-full" />
              ) : (
                <KindIcon kind={item.kind} />
              )}
            </span>
            <div className="min-w-0">
              <Link to="/admin/media/$id" params={{ id: item.id }} className={`${rowTitleClass} max-w-full truncate`}>
                {item.title}
              </Link>
              <p className="flex items-center gap-x-3 text-soft text-sm">
                {kindWords[item.kind]}
                {item.duration && <span className="tabular-nums">{formatDuration(item.duration)}</span>}
                <span className="truncate">{placeOf(item.source)}</span>
                {!item.isPublished && <Badge>Hidden</Badge>}
                <DemoBadge id={item.id} />
              </p>
            </div>
            <PublishButton name={item.title} isPublished={item.isPublished} onClick={() => publish.mutate(item)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function KindIcon({ kind }: Pick<AdminMediaItem, 'kind'>) {
  const Icon = kind === 'video' ? FileVideo : FileAudio
  return <Icon aria-hidden className="size-8" />
}

function placeOf(source: string): string {
  const player = playerForSource(source)
  if (player?.kind === 'frame') return player.platform
  return player ? 'Uploaded file' : 'Link'
}
