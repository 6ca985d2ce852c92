import type { AdminAward } from '#api/admin/collections.ts'
import { AwardDraft } from '#domain/collections/collection.ts'
import { awardResultLabels } from '#domain/pages/content.ts'
import { EntryEditor, type EntryEditorInput } from '#web/admin/collections/entry-editor.tsx'
import { EntryScreen, NewEntryScreen } from '#web/admin/collections/entry-screens.tsx'
import { pictureFieldsToStore, pictureFormValues } from '#web/admin/collections/named-picture.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'
import type { VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'

type AwardValues = {
  title: string
  year: string
  by: string
  result: AdminAward['result']
  work: string
  text: string
  /** An address. */
  image: string
  imageAlt: string
  isPublished: boolean
}

const labels: Record<keyof AwardValues, string> = {
  title: 'Award',
  year: 'Year',
  by: 'Who gave it',
  result: 'Result',
  work: 'What it was for',
  text: 'Text',
  image: 'Picture',
  imageAlt: 'What the picture shows',
  isPublished: 'Visitors see it',
}

const newAward: VersionedValues<AwardValues> = {
  version: 0,
  values: {
    title: '',
    year: '',
    by: '',
    result: 'won',
    work: '',
    text: '',
    image: '',
    imageAlt: '',
    isPublished: false,
  },
}

const namedIn = ({ image, imageAlt, picture }: AdminAward) => ({ name: image, alt: imageAlt, picture })

function valuesOf(award: AdminAward): VersionedValues<AwardValues> {
  const { sequence, title, year, by, result, work, text, isPublished } = award
  const { address, alt } = pictureFormValues(namedIn(award))
  const words = { title, year: String(year), by, result, work: work ?? '', text: text ?? '' }
  return { version: sequence, values: { ...words, image: address, imageAlt: alt, isPublished } }
}

function draftOf({ year, work, text, image, imageAlt, ...values }: AwardValues, stored: AdminAward | null) {
  const picture = pictureFieldsToStore({ address: image, alt: imageAlt }, stored && namedIn(stored))
  return {
    ...values,
    year: Number(year || Number.NaN),
    work: work.trim() || null,
    text: text.trim() || null,
    image: picture.name,
    imageAlt: picture.alt,
  }
}

const screenOptions = {
  name: 'awards',
  path: '/admin/site/awards',
  words: { one: 'award', many: 'awards' },
  valuesOf,
  editor: (editing: EntryEditorInput<AwardValues, AwardDraft>, stored: AdminAward | null) => (
    <AwardEditor editing={editing} stored={stored} />
  ),
} as const

export const NewAwardScreen = () => <NewEntryScreen {...screenOptions} initial={newAward} />
export const AwardScreen = ({ id }: { id: string }) => (
  <EntryScreen {...screenOptions} id={id} titleOf={({ title }) => title} />
)

type AwardEditorProps = { editing: EntryEditorInput<AwardValues, AwardDraft>; stored: AdminAward | null }

const AwardEditor = ({ editing, stored }: AwardEditorProps) => (
  <EntryEditor
    {...editing}
    name="awards"
    path="/admin/site/awards"
    schema={AwardDraft}
    draft={(values) => draftOf(values, stored)}
    labels={labels}
    nameOf={({ title }) => title}
  >
    {({ field, values, problems, set, uploading }) => (
      <>
        <FieldGroup title="Award">
          <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
            <TextField {...field('title')} required />
            <TextField {...field('year')} required inputMode="numeric" />
          </div>
          <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
            <TextField {...field('by')} required />
            <SelectField {...field('result')}>
              {optionsFromLabels(awardResultLabels).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
          <TextField {...field('work')} help="A record, a song or a concert." />
          <TextArea {...field('text')} rows={3} />
        </FieldGroup>
        <FieldGroup title="Picture" intro="The object that was won, or the logo of the award.">
          <PictureField
            name="image"
            address={values.image}
            problem={problems.image ?? null}
            onAddress={(address) => set('image', address)}
            description={{
              name: 'imageAlt',
              alt: values.imageAlt,
              problem: problems.imageAlt ?? null,
              onAlt: (alt) => set('imageAlt', alt),
            }}
            onUploading={(words) => uploading('image', words)}
            ratio={1}
            usesLibraryWords
          />
        </FieldGroup>
      </>
    )}
  </EntryEditor>
)
