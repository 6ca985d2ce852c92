import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { type WrittenText, writtenPageSchema } from '#domain/site-editor/document.ts'
import { type LegalPage, legalPages } from '#domain/site-editor/legal/legal-facts.ts'
import { emptyPartValues, publicPathOfTextPart, type TextPart } from '#domain/site-editor/text-fields.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { maxMarkdownLength } from '#domain/sites/markdown.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { DocumentScreen, PartForm } from '#web/admin/site-editor/part-editor.tsx'
import { labelsOf, PartFieldInputs, type TextEditor } from '#web/admin/site-editor/part-fields.tsx'
import { LegalTemplateDialog } from '#web/admin/site-editor/template-dialog.tsx'
import { writtenPreviewQuery } from '#web/admin/site-editor/texts-query.ts'
import { usePartEditor } from '#web/admin/site-editor/use-part-editor.ts'
import { focusField } from '#web/admin/ui/editor/field-problems.ts'
import { MarkdownField } from '#web/admin/ui/editor/markdown-field.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/** The public page of a written text. Passed in by the route, because `web/admin` does not import `web/site`. */
type Page = ComponentType<NonNullable<ReturnType<typeof useWrittenPreview>['data']>>

type TextScreenProps = {
  part: TextPart
  page: Page
  /** The field that a search has found. */
  field: string | undefined
}

/** The texts of one page. */
export function TextScreen({ part, page, field }: TextScreenProps) {
  const path = publicPathOfTextPart(part)
  return (
    <DocumentScreen
      title={partTitle(part)}
      intro={
        <span className="flex flex-wrap items-center gap-x-5">
          <Link to="/admin/site/texts" className="inline-flex min-h-11 items-center underline underline-offset-4">
            All texts
          </Link>
          {path && (
            <a
              href={path}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              See the page as it is now
            </a>
          )}
        </span>
      }
      form={(draft) => <TextForm key={part} draft={draft} part={part} page={page} found={field} />}
    />
  )
}

type TextFormProps = { draft: SiteDraftAnswer; part: TextPart; page: Page; found: string | undefined }

function TextForm({ draft, part, page, found }: TextFormProps) {
  const editor = usePartEditor({ draft, labels: labelsOf([part]), blank: emptyPartValues(part) })
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = form.current?.querySelector('form')
    if (found && element) focusField(element, found)
  }, [found])
  return (
    <div ref={form}>
      <PartForm editor={editor}>
        <PartFieldInputs
          editor={editor}
          part={part}
          markdown={(field) => <WrittenField {...field} editor={editor} part={part} page={page} />}
        />
      </PartForm>
    </div>
  )
}

type WrittenFieldProps = { editor: TextEditor; name: string; label: string; part: TextPart; page: Page }

function WrittenField({ editor, name, label, part, page }: WrittenFieldProps) {
  const textOf = (field: keyof WrittenText) =>
    (editor.values as Record<string, string | undefined>)[`${part}.${field}`] ?? ''
  const text = { title: textOf('title'), description: textOf('description'), markdown: textOf('markdown') }
  const set = (field: keyof WrittenText, value: string) => editor.set(`${part}.${field}` as never, value as never)
  const template = legalPages.find((each) => part === `text-${each}`)
  return (
    <div className="grid gap-5">
      {template && (
        <Template
          page={template}
          hasText={text.markdown.trim() !== ''}
          onInsert={(made) => {
            for (const field of ['title', 'description', 'markdown'] as const) set(field, made[field])
          }}
        />
      )}
      <MarkdownField
        name={name}
        label={label}
        required
        rows={20}
        value={text.markdown}
        error={editor.problems[name as never] ?? null}
        help={
          part === 'text-history'
            ? 'A heading with a year, such as “Low Water, 2018”, begins a chapter. With pictures, the page is a timeline.'
            : undefined
        }
        counter={{ used: text.markdown.length, limit: maxMarkdownLength }}
        onChange={({ target }) => set('markdown', target.value)}
        withPictures
        preview={<WrittenPreview text={text} page={page} />}
      />
    </div>
  )
}

type TemplateProps = { page: LegalPage; hasText: boolean; onInsert: (text: WrittenText) => void }

function Template({ page, hasText, onInsert }: TemplateProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line border-l-4 bg-sunken px-4 py-3">
      <p className="min-w-0 grow basis-64">
        There is a template for your country, filled with what your website does. It is not legal advice.
      </p>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Use a template…
      </Button>
      <LegalTemplateDialog
        page={page}
        hasText={hasText}
        open={isOpen}
        onClose={() => setOpen(false)}
        onInsert={onInsert}
      />
    </div>
  )
}

/** The text a moment after the last letter, so that a sentence is one request and not forty. */
function useDebounced<T>(value: T, key: string): T {
  const [settled, setSettled] = useState(value)
  const latest = useRef(value)
  latest.current = value
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with each change
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest.current), 400)
    return () => clearTimeout(timer)
  }, [key])
  return settled
}

function useWrittenPreview(text: WrittenText) {
  const { api } = useRouter().options.context
  const settled = useDebounced(text, JSON.stringify(text))
  return useQuery({ ...writtenPreviewQuery(api, settled), enabled: writtenPageSchema.safeParse(settled).success })
}

/** The public page, inert. */
function WrittenPreview({ text, page: PublicPage }: { text: WrittenText; page: Page }) {
  const { data, error } = useWrittenPreview(text)
  if (!writtenPageSchema.safeParse(text).success)
    return <p className="text-soft">The preview comes when title, description and text can be shown.</p>
  if (error) return <StatusBanner status="error">{errorSentence(error, errorPanelTexts.unexpected)}</StatusBanner>
  if (!data) return <p className="text-soft">Loading the preview…</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label="The page as visitors would see it"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the arrow keys could not scroll it
      tabIndex={0}
      className="relative max-h-[80svh] overflow-y-auto"
    >
      {/* What is inert itself cannot be scrolled. */}
      <div inert>
        <PublicPage {...data} />
      </div>
    </div>
  )
}
