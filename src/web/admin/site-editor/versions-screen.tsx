import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedVersion } from '#api/admin/site-editor.ts'
import { type VersionSearch, type VersionState, versionList } from '#domain/site-editor/version-list.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { DraftBar } from '#web/admin/site-editor/draft-bar.tsx'
import { draftQuery, versionsQuery } from '#web/admin/site-editor/draft-query.ts'
import { PublicationTime } from '#web/admin/site-editor/publish-dialog.tsx'
import { VersionDialog } from '#web/admin/site-editor/version-dialog.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

type Row = ListedVersion & { id: string }

/** All versions: superseded, published and scheduled ones, and the draft. */
export function VersionsScreen({ search }: { search: VersionSearch }) {
  const { api } = useRouter().options.context
  const { data: draft } = useQuery(draftQuery(api))
  const list = useListScreen({
    list: versionList,
    search,
    query: versionsQuery(api, search),
    rowsOf: ({ versions }): Row[] => versions.map((version) => ({ ...version, id: String(version.number) })),
  })
  const [opened, setOpened] = useState<Row | null>(null)
  return (
    <ListScreen
      title="Versions"
      intro="Everything that was published, and drafts that were put aside. You can go back to each of them."
      above={draft && <DraftBar draft={draft} />}
      list={list}
      tools={
        <FilterSelect
          label="State"
          all="Any state"
          options={optionsFromLabels(versionStateLabels)}
          {...list.field('state')}
        />
      }
      table={{ caption: 'Versions', columns: columnsWith(setOpened) }}
      empty={
        <EmptyState
          action={
            <Link to="/admin/site/navigation" className={buttonClass()}>
              Change the navigation
            </Link>
          }
        >
          No versions yet. Your first change begins one.
        </EmptyState>
      }
      dialogs={<VersionDialog version={opened} onClose={() => setOpened(null)} onClosed={list.focus.regain} />}
    />
  )
}

export const versionStateLabels: Record<VersionState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  superseded: 'Earlier version',
}
const stateTones = { draft: 'notice', scheduled: 'notice', published: 'good', superseded: 'plain' } as const

const columnsWith = (onOpen: (version: Row) => void): Column<Row>[] => [
  {
    head: 'Version',
    cell: (version) => (
      <button type="button" onClick={() => onOpen(version)} className={`${rowTitleClass} cursor-pointer text-left`}>
        Version {version.number}
      </button>
    ),
    // On a phone the dialog of the version says who.
    below: (version) => (
      <span className="text-soft sm:hidden">
        <VersionTime {...version} />
      </span>
    ),
  },
  {
    head: 'State',
    phone: 'end',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{versionStateLabels[state]}</Badge>,
  },
  { head: 'What changed', cell: (version) => <ChangedParts {...version} /> },
  {
    head: 'Who and when',
    phone: 'hidden',
    cell: (version) => <WhoAndWhen {...version} />,
  },
]

const VersionTime = ({ updatedAt, state, publishAt, publishedAt }: Row) =>
  state === 'scheduled' && publishAt ? (
    <>
      Goes live on <PublicationTime at={publishAt} />
    </>
  ) : (
    <LocalTimestamp at={publishedAt ?? updatedAt} />
  )

const WhoAndWhen = (version: Row) => (
  <span className="grid gap-1 text-sm">
    <span>
      <VersionTime {...version} />
    </span>
    <span className="wrap-anywhere grid text-soft">
      {whoDid(version).map((words) => (
        <span key={words}>{words}</span>
      ))}
    </span>
  </span>
)

/** `Edited and published by ada@example.com` when one person did both. */
function whoDid({ by, scheduledBy, publishedBy }: Row): string[] {
  const actions = [
    ['edited', by],
    ['scheduled', scheduledBy],
    ['published', publishedBy],
  ] as const
  const people = new Set(actions.flatMap(([, person]) => person ?? []))
  return [...people].map((person) => {
    const ofPerson = actions.flatMap(([action, who]) => (who === person ? [action] : []))
    const words = new Intl.ListFormat('en-GB').format(ofPerson)
    return `${words[0]!.toUpperCase()}${words.slice(1)} by ${person}`
  })
}

function ChangedParts({ changedParts, basedOn, note, problem }: Row) {
  const base = basedOn === null ? 'the starter' : `version ${basedOn}`
  return (
    <>
      {note && <span className="block whitespace-pre-line max-sm:line-clamp-1">{note}</span>}
      <span className={`text-soft text-sm max-sm:line-clamp-1 ${note && !problem ? 'max-sm:hidden' : ''}`}>
        {problem ??
          (changedParts.length
            ? `${changedParts.map((part) => partTitle(part)).join(', ')}, compared with ${base}`
            : `The same as ${base}`)}
      </span>
    </>
  )
}
