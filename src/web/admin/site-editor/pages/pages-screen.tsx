import { Link } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isOwnPagePart, type OwnPage } from '#domain/site-editor/document.ts'
import {
  addressOfPage,
  type EditablePage,
  editablePagesOf,
  ownPageOf,
  partOfPage,
  sectionsOfPage,
  titleOfPage,
} from '#domain/site-editor/editable-pages.ts'
import { isLinkEnabled } from '#domain/sites/pages.ts'
import { BuilderDraftBar, useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { NewPageDialog } from '#web/admin/site-editor/pages/new-page-dialog.tsx'
import { SaveState } from '#web/admin/site-editor/pages/save-state.tsx'
import { useDeletePage } from '#web/admin/site-editor/pages/use-delete-page.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** All pages with sections: the home page, the standing ones and those that the owner has made. */
export function PagesScreen() {
  const { document, draft } = useBuilder()
  const [isAdding, setAdding] = useState(false)
  const changed = new Set(draft.changes.map(({ part }) => part))
  return (
    <Screen
      title="Pages"
      intro="Choose a page to change what is on it, section by section. Pages that you add have an address of their own."
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-5" /> Add a page
        </Button>
      }
    >
      <div className="grid gap-3">
        <BuilderDraftBar />
        <div className="justify-self-end">
          <SaveState />
        </div>
        <ul className="border-line border-t">
          {editablePagesOf(document).map((page) => (
            <li key={page} className="flex items-start border-line border-b">
              <PageRow page={page} isChanged={changed.has(partOfPage(page))} />
              {isOwnPagePart(page) && <DeletePage page={page} />}
            </li>
          ))}
        </ul>
      </div>
      <NewPageDialog open={isAdding} onClose={() => setAdding(false)} />
    </Screen>
  )
}

function PageRow({ page, isChanged }: { page: EditablePage; isChanged: boolean }) {
  const { document } = useBuilder()
  const site = useWebsite()
  const address = addressOfPage(document, page)
  const own = ownPageOf(document, page)
  return (
    <Link
      to="/admin/site/pages/$page"
      params={{ page }}
      className="group grid min-w-0 grow gap-x-6 px-1 py-2 hover:bg-sunken md:py-4 md:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_10rem_13rem]"
    >
      <span className={rowTitleClass}>{titleOfPage(document, page) || 'Without a title'}</span>
      <span className="flex flex-wrap items-center gap-x-4 max-sm:text-sm md:contents">
        <span className="wrap-anywhere text-soft">{address}</span>
        <span className="text-soft">{countOf(page, sectionsOfPage(document, page))}</span>
        <span className="flex flex-wrap items-start gap-2 empty:hidden md:justify-end">
          {isChanged && <Badge tone="notice">Changed in the draft</Badge>}
          {!isLinkEnabled(site, address) && <Badge>Switched off</Badge>}
          {own && badgeOf[own.visibility] && <Badge>{badgeOf[own.visibility]}</Badge>}
        </span>
      </span>
    </Link>
  )
}

const badgeOf: Record<OwnPage['visibility'], string | null> = {
  published: null,
  unlisted: 'Unlisted',
  hidden: 'Hidden',
}

/** A standing page is not empty without sections: it has its fixed part. */
function countOf(page: EditablePage, sections: readonly { kind: string }[]): string {
  const count = sections.filter(({ kind }) => kind !== 'main').length
  const words = count === 1 ? '1 section' : `${count} sections`
  if (page === 'home' || isOwnPagePart(page)) return count === 0 ? 'No sections yet' : words
  return count === 0 ? 'Standard content' : `Standard content and ${words}`
}

function DeletePage({ page }: { page: EditablePage }) {
  const { document } = useBuilder()
  const deletePage = useDeletePage()
  if (!isOwnPagePart(page)) return null
  return (
    <Button
      variant="quiet"
      size="icon"
      className="my-2"
      aria-label={`Delete ${titleOfPage(document, page)}`}
      onClick={({ detail }) => deletePage(page, detail === 0)}
    >
      <Trash2 aria-hidden className="size-5" />
    </Button>
  )
}
