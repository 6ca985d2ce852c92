import { Link, useNavigate } from '@tanstack/react-router'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import {
  type EditablePage,
  ownPageOf,
  pageFieldsId,
  pageOfPart,
  sectionsOfPage,
} from '#domain/site-editor/editable-pages.ts'
import { valueAt } from '#domain/site-editor/placed-fields.ts'
import { type FoundText, searchTexts } from '#domain/site-editor/search-texts.ts'
import { publicPathOfTextPart, type TextPart, textParts } from '#domain/site-editor/text-fields.ts'
import { partTitle, sectionLabel } from '#domain/site-editor/words.ts'
import { isLinkEnabled } from '#domain/sites/pages.ts'
import { DocumentScreen } from '#web/admin/site-editor/part-editor.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { ListTools, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export type TextsSearch = { q?: string | undefined }

/** All pages with texts, and a search over them for the owner who remembers the sentence and not the page. */
export const TextsScreen = ({ search: { q } }: { search: TextsSearch }) => (
  <DocumentScreen
    title="Texts"
    intro={
      <>
        The texts that your pages always have. Those of the home page and of sections are under{' '}
        <Link to="/admin/site/pages" className="underline underline-offset-4">
          Pages
        </Link>
        ; the search finds them too.
      </>
    }
    form={(draft) => <Texts draft={draft} q={q} />}
  />
)

function Texts({ draft, q }: { draft: SiteDraftAnswer; q: string | undefined }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-6">
      <ListTools>
        <SearchBox
          label="Search all texts"
          value={q}
          onChange={(words) => void navigate({ to: '/admin/site/texts', search: { q: words }, replace: true })}
        />
      </ListTools>
      {q ? <SearchResults draft={draft} q={q} /> : <TextPages draft={draft} />}
    </div>
  )
}

function SearchResults({ draft, q }: { draft: SiteDraftAnswer; q: string }) {
  const found = searchTexts(draft.document, q)
  return (
    <section aria-label="Texts that were found" className="grid gap-4">
      <p role="status">{foundWords(found.length, q)}</p>
      <ul className="border-line border-t empty:hidden">
        {found.map((text) => (
          <li key={text.field} className="border-line border-b">
            <SearchResultLink text={text} document={draft.document} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const foundWords = (count: number, q: string) =>
  count === 0 ? `No text has “${q}”.` : count === 1 ? 'One text has these words.' : `${count} texts have these words.`

const foundClass = 'grid min-h-11 gap-1 px-1 py-3 hover:bg-sunken'

/** Leads to the form of the text, or to its section in the page builder. */
function SearchResultLink({ text: { part, field, label, before, match, after }, document }: FoundLinkProps) {
  const page = pageOfPart(part)
  const section = page && sectionAt(document, page, field)
  const place = [
    partTitle(part, (page && ownPageOf(document, page)) ?? undefined),
    ...(section ? [sectionLabel(section)] : []),
    label,
  ]
  const words = (
    <>
      <span className="text-soft text-sm">{place.join(', ')}</span>
      <span className="wrap-anywhere">
        {before}
        <mark className="bg-highlight/40 text-ink">{match}</mark>
        {after}
      </span>
    </>
  )
  return page ? (
    <Link
      to="/admin/site/pages/$page"
      params={{ page }}
      search={{ section: section?.id ?? pageFieldsId }}
      className={foundClass}
    >
      {words}
    </Link>
  ) : (
    <Link to="/admin/site/texts/$part" params={{ part }} search={{ field }} className={foundClass}>
      {words}
    </Link>
  )
}

type FoundLinkProps = { text: FoundText; document: SiteDocument }

/** `sections-home.sections.2.heading` is a field of the third section. */
function sectionAt(document: SiteDocument, page: EditablePage, field: string) {
  const at = /\.sections\.(\d+)\./.exec(field)?.[1]
  return at === undefined ? undefined : sectionsOfPage(document, page)[Number(at)]
}

function TextPages({ draft }: { draft: SiteDraftAnswer }) {
  const site = useWebsite()
  const changed = new Set(draft.changes.map(({ part }) => part))
  const isOff = (part: TextPart) => !isLinkEnabled(site, publicPathOfTextPart(part) ?? '')
  return (
    <ul className="border-line border-t">
      {textParts.map((part) => (
        <li key={part} className="border-line border-b">
          <Link
            to="/admin/site/texts/$part"
            params={{ part }}
            className="group grid gap-x-6 px-1 py-2 hover:bg-sunken md:grid-cols-[14rem_minmax(0,1fr)_auto] md:py-4"
          >
            <span className={rowTitleClass}>{partTitle(part)}</span>
            <span className="line-clamp-1 text-soft max-sm:text-sm md:line-clamp-2">{textExcerpt(part, draft)}</span>
            <span className="flex flex-wrap items-start gap-2 empty:hidden md:justify-end">
              {changed.has(part) && <Badge tone="notice">Changed in the draft</Badge>}
              {isOff(part) && <Badge>Switched off</Badge>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The field that the list quotes, where it is not the intro. */
const leadingFields: Partial<Record<TextPart, string>> = { notFound: 'title' }

function textExcerpt(part: TextPart, { document }: SiteDraftAnswer): string {
  const path = leadingFields[part] ?? (part.startsWith('text-') ? 'description' : 'intro')
  return (valueAt(document[part], path) as string | undefined) ?? 'No texts yet.'
}
