import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { Disc3, GripVertical, type LucideIcon, Plus, Quote, RotateCcw, Trophy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CollectionName } from '#domain/collections/collection.ts'
import { type CollectionSearch, collectionList } from '#domain/collections/collection-list.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { awardResultLabels, releaseKindLabels } from '#domain/pages/content.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { collectionQuery, type EditedEntries, useCollectionActions } from '#web/admin/collections/collections-query.ts'
import { setUpQuery } from '#web/admin/settings/settings-query.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListReorder } from '#web/admin/ui/lists/use-list-reorder.ts'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { PublishButton } from '#web/admin/ui/publish-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type ShownEntry = { title: string; about: ReactNode; picture: PictureData | null }

type CollectionScreenProps<N extends CollectionName> = {
  name: N
  search: CollectionSearch
  title: string
  intro: string
  /** `record`, `records`. */
  words: { one: string; many: string }
  path: `/admin/site/${'records' | 'awards' | 'press'}`
  Icon: LucideIcon
  isOn: boolean
  shown: (entry: EditedEntries[N]) => ShownEntry
}

export function ReleasesScreen({ search }: { search: CollectionSearch }) {
  return (
    <CollectionScreen
      name="releases"
      search={search}
      title="Records"
      intro="In the order that visitors see. The first one is also on the home page."
      words={{ one: 'record', many: 'records' }}
      path="/admin/site/records"
      Icon={Disc3}
      isOn={useWebsite().features.discography}
      shown={({ title, kind, released, tracks, picture }) => ({
        title,
        about: `${releaseKindLabels[kind]} · ${released} · ${tracks.length} ${tracks.length === 1 ? 'track' : 'tracks'}`,
        picture,
      })}
    />
  )
}

export function AwardsScreen({ search }: { search: CollectionSearch }) {
  return (
    <CollectionScreen
      name="awards"
      search={search}
      title="Awards"
      intro="In the order that visitors see."
      words={{ one: 'award', many: 'awards' }}
      path="/admin/site/awards"
      Icon={Trophy}
      isOn={useWebsite().features.awards}
      shown={({ title, year, result, by, picture }) => ({
        title,
        about: `${awardResultLabels[result]} · ${by} · ${year}`,
        picture,
      })}
    />
  )
}

export function PressQuotesScreen({ search }: { search: CollectionSearch }) {
  return (
    <CollectionScreen
      name="press"
      search={search}
      title="Press"
      intro="What others have written about you, in the order that visitors see."
      words={{ one: 'press quote', many: 'press quotes' }}
      path="/admin/site/press"
      Icon={Quote}
      isOn={useWebsite().features.press}
      shown={({ quote, source, author, year }) => ({
        title: `“${quote}”`,
        about: [author, source, year].filter(Boolean).join(' · '),
        picture: null,
      })}
    />
  )
}

function CollectionScreen<N extends CollectionName>(props: CollectionScreenProps<N>) {
  const { name, search, title, intro, words, path, Icon, isOn, shown } = props
  const { api } = useRouter().options.context
  const query = collectionQuery(api, name, search)
  const list = useListScreen({ list: collectionList, search, query, rowsOf: ({ items }) => items })
  const collection = useCollectionActions(name)
  const addPath = `${path}/new` as LinkProps['to']
  return (
    <ListScreen
      title={title}
      intro={intro}
      action={
        <Link to={addPath} className={buttonClass()}>
          <Plus aria-hidden className="size-5" /> New {words.one}
        </Link>
      }
      list={list}
      banner={
        <div className="grid gap-2 empty:hidden">
          {!isOn && (
            <ExplanationNote>
              This page is switched off, so visitors do not see it. You can still prepare it here.
            </ExplanationNote>
          )}
          {list.data?.isOwn === false && list.total > 0 && (
            <ExplanationNote>
              These {words.many} came with your site. When you change, move or delete one, or add your own, the list is
              yours.
            </ExplanationNote>
          )}
        </div>
      }
      tools={
        <>
          <SearchBox label={`Find ${words.many}`} value={search.q} onChange={(q) => list.setSearch({ q })} />
          <FilterSelect
            label="Who sees it"
            all="Published and drafts"
            options={[
              ['published', 'Published'],
              ['draft', 'Drafts'],
            ]}
            value={search.state}
            onChange={(state) => list.setSearch({ state })}
          />
        </>
      }
      empty={
        <EmptyState
          action={
            <Link to={addPath} className={buttonClass()}>
              Add the first one
            </Link>
          }
        >
          No {words.many} yet.
        </EmptyState>
      }
      dialogs={list.data?.isOwn && <ResetToStarter words={words} run={() => collection.reset.mutateAsync()} />}
    >
      <EntriesTable name={name} path={path} Icon={Icon} items={list.rows} listKey={query.queryKey} shown={shown} />
    </ListScreen>
  )
}

const ExplanationNote = ({ children }: { children: ReactNode }) => (
  <p className="border-line border-l-4 bg-sunken px-4 py-3 text-sm">{children}</p>
)

type EntriesProps<N extends CollectionName> = Pick<CollectionScreenProps<N>, 'name' | 'path' | 'Icon' | 'shown'> & {
  items: readonly EditedEntries[N][]
  listKey: ReturnType<typeof collectionQuery<N>>['queryKey']
}

function EntriesTable<N extends CollectionName>({ name, path, Icon, items, listKey, shown }: EntriesProps<N>) {
  const collection = useCollectionActions(name)
  const reorder = useListReorder({
    rows: items,
    nameOf: (item) => shortenTitle(shown(item).title),
    save: collection.move,
    listKey,
    rowsName: 'items',
    invalidates: collection.key,
  })
  return (
    <>
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      <ul className="grid gap-px border-line border-y bg-line">
        {items.map((item) => {
          const { title, about, picture } = shown(item)
          const name = shortenTitle(title)
          return (
            <li
              key={item.id}
              data-reorder={item.id}
              style={{ order: reorder.order.indexOf(item.id) }}
              className={`grid grid-cols-[auto_3rem_minmax(0,1fr)_auto] items-center gap-x-2 bg-raised py-2 pr-2 sm:grid-cols-[auto_4rem_minmax(0,1fr)_auto] sm:gap-x-3 sm:pr-3 ${reorder.heldId === item.id ? 'outline-2 outline-ink' : ''}`}
            >
              <button type="button" {...reorder.handle(item.id)}>
                <GripVertical aria-hidden className="size-5" />
              </button>
              <span className="grid aspect-square place-items-center overflow-hidden bg-sunken text-soft">
                {picture ? (
                  <Picture picture={{ ...picture, alt: '' }} sizes="4rem" className="size-full object-contain" />
                ) : (
                  <Icon aria-hidden className="size-6" />
                )}
              </span>
              <div className="min-w-0">
                <Link to={`${path}/${item.id}` as LinkProps['to']} className={`${rowTitleClass} max-w-full truncate`}>
                  {title}
                </Link>
                <p className="flex items-center gap-x-3 text-soft text-sm tabular-nums">
                  <span className="truncate">{about}</span>
                  {!item.isPublished && <Badge>Draft</Badge>}
                  <DemoBadge id={item.id} />
                </p>
              </div>
              <PublishButton
                name={name}
                isPublished={item.isPublished}
                onClick={() => collection.publish.mutate({ id: item.id, isPublished: item.isPublished, title: name })}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** A quote can be long, and toasts and buttons name it. */
const shortenTitle = (title: string) => (title.length > 40 ? `${title.slice(0, 39).trimEnd()}…` : title)

type ResetProps = { words: { many: string }; run: () => Promise<unknown> }

/** On a website that was set up as the owner's own, the starter's entries are those of the demo artist. */
function ResetToStarter({ words, run }: ResetProps) {
  const { api } = useRouter().options.context
  const { data: setUp } = useQuery(setUpQuery(api))
  const [isAsking, setAsking] = useState(false)
  if (setUp?.isOwn !== false) return null
  return (
    <div>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden className="size-5" /> Reset to starter
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={run}
        variant="danger"
        title={`Reset all ${words.many}?`}
        confirmLabel="Reset"
      >
        <p>Your {words.many} are deleted, and those that your site came with are shown again.</p>
        <p className="mt-2">{undoTexts.hint}</p>
      </ConfirmDialog>
    </div>
  )
}
