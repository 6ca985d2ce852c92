import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isOwnPagePart } from '#domain/site-editor/document.ts'
import {
  addressOfPage,
  type EditablePage,
  ownPageOf,
  pageFieldsId,
  partOfPage,
  sectionsOfPage,
  titleOfPage,
} from '#domain/site-editor/editable-pages.ts'
import { BuilderDraftBar, useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { OwnPageFields } from '#web/admin/site-editor/pages/page-fields.tsx'
import { PagePreview } from '#web/admin/site-editor/pages/page-preview.tsx'
import { SaveState } from '#web/admin/site-editor/pages/save-state.tsx'
import { SectionFields } from '#web/admin/site-editor/pages/section-fields.tsx'
import { SectionRows } from '#web/admin/site-editor/pages/section-rows.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type PageScreenProps = { page: EditablePage; section: string | undefined }

/** The page builder: the sections of a page, the fields of the chosen one, and the page itself. */
export function PageScreen({ page, section }: PageScreenProps) {
  const { document } = useBuilder()
  if (!isOwnPagePart(page) || document[page]) return <PageEditor key={page} page={page} section={section} />
  return (
    <Screen title="Page not found" intro="It is not in the draft. Perhaps it was deleted.">
      <div className="grid gap-6">
        <BuilderDraftBar />
        <div className="flex flex-wrap items-center gap-4">
          <Link to="/admin/site/pages" className={buttonClass({ variant: 'quiet' })}>
            All pages
          </Link>
          <SaveState />
        </div>
      </div>
    </Screen>
  )
}

const views = { sections: 'Sections', fields: 'Fields', preview: 'Preview' } as const
type View = keyof typeof views

function PageEditor({ page, section }: PageScreenProps) {
  const { document, problems } = useBuilder()
  const sections = sectionsOfPage(document, page)
  const { chosen, choose, view, setView, fields } = useChoice(page, section)
  const [hovered, setHovered] = useState<string | null>(null)
  const [pointedAt, setPointedAt] = useState<string | null>(null)

  function showProblem(): void {
    const own = Object.keys(problems).find((path) => path.startsWith(`${partOfPage(page)}.`))
    const at = /\.sections\.(\d+)/.exec(own ?? '')?.[1]
    choose(at === undefined ? pageFieldsId : sections[Number(at)]!.id, 'problem')
  }

  return (
    <div data-wide className="grid grid-cols-1 gap-3">
      <PageHeader page={page} onShowProblem={showProblem} />
      <BuilderDraftBar />
      <fieldset aria-label="What is shown" className="flex border border-line lg:hidden">
        {(Object.keys(views) as View[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === view}
            onClick={() => setView(each)}
            className="min-h-11 grow cursor-pointer font-semibold text-soft hover:text-ink aria-pressed:bg-ink aria-pressed:text-ground"
          >
            {views[each]}
          </button>
        ))}
      </fieldset>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[16rem_20rem_minmax(0,1fr)]">
        <Panel label="Sections" isShown={view === 'sections'}>
          <SectionRows
            page={page}
            chosen={chosen}
            pointedAt={pointedAt}
            onChoose={(id) => choose(id, 'heading')}
            onHover={setHovered}
          />
        </Panel>
        <Panel
          label="Fields"
          isShown={view === 'fields'}
          className="lg:col-start-1 lg:row-start-2 xl:col-auto xl:row-auto"
        >
          <form
            ref={fields}
            method="post"
            noValidate
            onSubmit={(event) => event.preventDefault()}
            className="grid grid-cols-1 gap-5"
          >
            {chosen === pageFieldsId && isOwnPagePart(page) ? (
              <OwnPageFields part={page} />
            ) : chosen ? (
              <SectionFields key={chosen} page={page} id={chosen} onChoose={(id) => choose(id, 'heading')} />
            ) : (
              <p className="text-soft">Add a section. Its fields are here then.</p>
            )}
          </form>
        </Panel>
        <Panel
          label="Preview"
          isShown={view === 'preview'}
          className="lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1 xl:col-auto xl:row-auto"
        >
          <PagePreview
            page={page}
            highlighted={hovered ?? (chosen === pageFieldsId ? null : chosen)}
            onChoose={(id) => choose(id, 'field')}
            onHover={setPointedAt}
            onLeave={() => choose(chosen, 'heading')}
          />
        </Panel>
      </div>
    </div>
  )
}

type PanelProps = { label: string; isShown: boolean; className?: string; children: ReactNode }

/** On narrow screens one panel is shown at a time. The others stay mounted, so their inputs keep their state. */
const Panel = ({ label, isShown, className = '', children }: PanelProps) => (
  <section aria-label={label} className={`min-w-0 ${isShown ? '' : 'max-lg:hidden'} ${className}`}>
    {children}
  </section>
)

function PageHeader({ page, onShowProblem }: { page: EditablePage; onShowProblem: () => void }) {
  const { document } = useBuilder()
  const { domain } = useWebsite()
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Link to="/admin/site/pages" className="inline-flex min-h-11 items-center underline underline-offset-4">
        All pages
      </Link>
      <h1 className="poster-type min-w-0 wrap-anywhere text-3xl leading-none">{titleOfPage(document, page)}</h1>
      <span className="wrap-anywhere text-soft max-sm:hidden">
        {domain}
        {addressOfPage(document, page)}
      </span>
      <div className="ml-auto">
        <SaveState onShowProblem={onShowProblem} />
      </div>
    </header>
  )
}

/** Where the focus goes when a section is chosen. */
type FocusOn = 'heading' | 'field' | 'problem'

const focusable: Record<FocusOn, string> = {
  heading: 'h2',
  field: 'input:not([type=file]), textarea, select, button[data-field]',
  problem: '[aria-invalid=true]',
}

/** Which section is chosen. The address has it too, so that a link can lead to it. */
function useChoice(page: EditablePage, section: string | undefined) {
  const { document } = useBuilder()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(section)
  const [view, setView] = useState<View>(section ? 'fields' : 'sections')
  const [focus, setFocus] = useState<{ on: FocusOn } | null>(null)
  const fields = useRef<HTMLFormElement>(null)
  const own = ownPageOf(document, page)
  const sections = sectionsOfPage(document, page)
  const isThere = wanted === pageFieldsId ? own !== null : sections.some(({ id }) => id === wanted)
  const first = sections.find(({ kind }) => kind !== 'main') ?? sections[0]
  const chosen = isThere ? wanted! : own ? pageFieldsId : (first?.id ?? null)
  useEffect(() => {
    if (!focus) return
    const form = fields.current
    const found = form?.querySelector<HTMLElement>(focusable[focus.on]) ?? form?.querySelector<HTMLElement>('h2')
    found?.focus({ preventScroll: true })
    found?.scrollIntoView({ block: 'nearest' })
  }, [focus])

  function choose(id: string | null, on: FocusOn): void {
    setWanted(id ?? undefined)
    setView('fields')
    setFocus({ on })
    void navigate({
      to: '/admin/site/pages/$page',
      params: { page },
      search: { section: id ?? undefined },
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }
  return { chosen, choose, view, setView, fields }
}
