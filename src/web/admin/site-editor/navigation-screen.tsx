import { GripVertical, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { LabelledLink } from '#domain/pages/content.ts'
import { maxMenuLinks } from '#domain/site-editor/document.ts'
import { standardMenuLinks } from '#domain/sites/navigation.ts'
import { isLinkEnabled, sitePages } from '#domain/sites/pages.ts'
import { LinkFields, useLinkTargets } from '#web/admin/site-editor/link-fields.tsx'
import { DocumentScreen, PartForm } from '#web/admin/site-editor/part-editor.tsx'
import { type PartEditor, usePartEditor } from '#web/admin/site-editor/use-part-editor.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { applyMove } from '#web/admin/ui/reorder.ts'
import { useReorder } from '#web/admin/ui/use-reorder.ts'
import { randomUuid } from '#web/random-id.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const labels = { 'navigation.main': 'Main menu', 'navigation.footer': 'Footer menu' } as const
type NavigationEditor = PartEditor<typeof labels>
type Menu = 'main' | 'footer'

export const NavigationScreen = () => (
  <DocumentScreen
    title="Navigation"
    intro="The links at the top and at the bottom of every page, in their order."
    form={(draft) => <NavigationForm draft={draft} />}
  />
)

function NavigationForm({ draft }: { draft: SiteDraftAnswer }) {
  const editor = usePartEditor({ draft, labels })
  return (
    <PartForm editor={editor}>
      <MenuField editor={editor} menu="main" intro="At the top of every page." />
      <MenuField editor={editor} menu="footer" intro="At the bottom of every page." />
    </PartForm>
  )
}

type MenuFieldProps = { editor: NavigationEditor; menu: Menu; intro: string }

function MenuField({ editor, menu, intro }: MenuFieldProps) {
  const name = `navigation.${menu}` as const
  const links = editor.values[name]
  const set = (changed: LabelledLink[] | null) => editor.set(name, changed)
  return (
    <FieldGroup title={labels[name]} intro={intro}>
      <div data-field={name} tabIndex={-1} className="grid gap-4 outline-none">
        {links === null ? (
          <StandardMenu menu={menu} onChange={() => set(standardMenuLinks(menu))} />
        ) : (
          <CustomMenu name={name} links={links} problems={editor.problemsIn(name)} onChange={set} />
        )}
      </div>
    </FieldGroup>
  )
}

/** Follows the pages of the site: a page that is switched on gets its link by itself. */
function StandardMenu({ menu, onChange }: { menu: Menu; onChange: () => void }) {
  const site = useWebsite()
  const shown = standardMenuLinks(menu).filter(({ target }) => isLinkEnabled(site, target))
  return (
    <>
      <p>
        The standard menu: <span className="font-semibold">{shown.map(({ label }) => label).join(', ')}</span>. A page
        that you switch on appears in it by itself.
      </p>
      <div>
        <Button variant="quiet" onClick={onChange}>
          Change this menu
        </Button>
      </div>
    </>
  )
}

type CustomMenuProps = {
  name: string
  links: readonly LabelledLink[]
  problems: Record<string, string>
  onChange: (links: LabelledLink[] | null) => void
}

function CustomMenu({ name, links, problems, onChange }: CustomMenuProps) {
  const { ids, idsAfter } = useRowIds(links.length)
  const at = (id: string) => ids.indexOf(id)
  const nameOf = (id: string) => links[at(id)]?.label || `link ${at(id) + 1}`
  const list = useRef<HTMLOListElement>(null)
  const reorder = useReorder({
    ids,
    nameOf,
    onMove: (move) => {
      const order = applyMove(ids, move)
      onChange(order.map((id) => links[at(id)]!))
      idsAfter(order)
    },
  })
  const replace = (id: string, link: LabelledLink) =>
    onChange(links.map((each, index) => (index === at(id) ? link : each)))
  const remove = (id: string) => {
    onChange(links.filter((_, index) => index !== at(id)))
    idsAfter(ids.filter((each) => each !== id))
    list.current?.focus()
  }
  return (
    <>
      <ol ref={list} tabIndex={-1} className="grid border-line border-y bg-raised outline-none">
        {links.length === 0 && <li className="px-4 py-3 text-soft">No links. Visitors see no menu here.</li>}
        {ids.map((id) => {
          const link = links[at(id)]
          if (!link) return null
          return (
            <MenuRow
              key={id}
              id={id}
              link={link}
              path={`${name}.${at(id)}`}
              removeLabel={`Remove ${nameOf(id)}`}
              reorder={reorder}
              problems={problems}
              onChange={(changed) => replace(id, changed)}
              onRemove={() => remove(id)}
            />
          )
        })}
      </ol>
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      {problems[name] && <p className="text-error-ink text-sm">{problems[name]}</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          disabled={links.length >= maxMenuLinks}
          onClick={() => {
            onChange([...links, { target: '/', label: sitePages['/'].title }])
            idsAfter([...ids, randomUuid()])
          }}
        >
          <Plus aria-hidden className="size-5" /> Add a link
        </Button>
        <Button variant="quiet" onClick={() => onChange(null)}>
          Use the standard menu
        </Button>
      </div>
    </>
  )
}

type MenuRowProps = {
  id: string
  link: LabelledLink
  /** Its place in the form, such as `navigation.main.2`. */
  path: string
  removeLabel: string
  reorder: ReturnType<typeof useReorder>
  problems: Record<string, string>
  onChange: (link: LabelledLink) => void
  onRemove: () => void
}

function MenuRow({ id, link, path, removeLabel, reorder, problems, onChange, onRemove }: MenuRowProps) {
  const site = useWebsite()
  const { wordsOf } = useLinkTargets()
  return (
    <li
      data-reorder={id}
      data-held={reorder.heldId === id || undefined}
      // Not moved in the document: it would lose the pointer that drags it.
      style={{ order: reorder.order.indexOf(id) }}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2 border-line py-3 pr-2 not-first:border-t data-held:bg-sunken"
    >
      <button type="button" {...reorder.handle(id)}>
        <GripVertical aria-hidden className="size-5" />
      </button>
      <div className="grid gap-2">
        {!isLinkEnabled(site, link.target) && (
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone="notice">Switched off</Badge>
            <span className="text-soft">
              Visitors do not see this link while {wordsOf(link.target)} is switched off.
            </span>
          </p>
        )}
        <LinkFields
          link={link}
          name={path}
          onChange={onChange}
          problems={{ target: problems[`${path}.target`] ?? null, label: problems[`${path}.label`] ?? null }}
        />
      </div>
      <Button variant="quiet" size="icon" aria-label={removeLabel} onClick={onRemove}>
        <Trash2 aria-hidden className="size-5" />
      </Button>
    </li>
  )
}

/** Links have no id, and two may be equal, so each row keeps one of its own while they are moved. */
function useRowIds(count: number) {
  const [kept, setKept] = useState<readonly string[]>(() => Array.from({ length: count }, randomUuid))
  const ids = Array.from({ length: count }, (_, at) => kept[at] ?? `new ${at}`)
  return { ids, idsAfter: setKept }
}
