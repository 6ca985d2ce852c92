import type { AdminPressQuote } from '#api/admin/collections.ts'
import { PressDraft } from '#domain/collections/collection.ts'
import { EntryEditor, type EntryEditorInput } from '#web/admin/collections/entry-editor.tsx'
import { EntryScreen, NewEntryScreen } from '#web/admin/collections/entry-screens.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import type { VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx'

type QuoteValues = {
  quote: string
  source: string
  author: string
  year: string
  link: string
  isPublished: boolean
}

const labels: Record<keyof QuoteValues, string> = {
  quote: 'Quote',
  source: 'Newspaper, magazine or station',
  author: 'Who wrote it',
  year: 'Year',
  link: 'Link to the article',
  isPublished: 'Visitors see it',
}

const newQuote: VersionedValues<QuoteValues> = {
  version: 0,
  values: { quote: '', source: '', author: '', year: '', link: '', isPublished: false },
}

const valuesOf = ({ sequence, quote, source, author, year, link, isPublished }: AdminPressQuote) => ({
  version: sequence,
  values: { quote, source, author: author ?? '', year: String(year), link: link ?? '', isPublished },
})

const draftOf = ({ author, year, link, ...values }: QuoteValues) => ({
  ...values,
  author: author.trim() || null,
  year: Number(year || Number.NaN),
  link: link.trim() || null,
})

const screenOptions = {
  name: 'press',
  path: '/admin/site/press',
  words: { one: 'press quote', many: 'press quotes' },
  valuesOf,
  editor: (editing: EntryEditorInput<QuoteValues, PressDraft>) => <QuoteEditor {...editing} />,
} as const

export const NewQuoteScreen = () => <NewEntryScreen {...screenOptions} initial={newQuote} />
export const QuoteScreen = ({ id }: { id: string }) => (
  <EntryScreen {...screenOptions} id={id} titleOf={({ source, year }) => `${source}, ${year}`} />
)

const QuoteEditor = (editing: EntryEditorInput<QuoteValues, PressDraft>) => (
  <EntryEditor
    {...editing}
    name="press"
    path="/admin/site/press"
    schema={PressDraft}
    draft={draftOf}
    labels={labels}
    nameOf={({ source }) => source}
  >
    {({ field }) => (
      <FieldGroup title="Press quote" intro="The quotation marks are added by the page.">
        <TextArea {...field('quote')} rows={4} required />
        <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
          <TextField {...field('source')} required />
          <TextField {...field('year')} required inputMode="numeric" />
        </div>
        <TextField {...field('author')} />
        <TextField {...field('link')} inputMode="url" placeholder="https://" />
      </FieldGroup>
    )}
  </EntryEditor>
)
