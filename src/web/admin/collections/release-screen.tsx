import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AdminRelease } from '#api/admin/collections.ts'
import { ReleaseDraft } from '#domain/collections/collection.ts'
import { releaseKindLabels } from '#domain/pages/content.ts'
import { allProductsQuery } from '#web/admin/collections/collections-query.ts'
import { EntryEditor, type EntryEditorInput } from '#web/admin/collections/entry-editor.tsx'
import { EntryScreen, NewEntryScreen } from '#web/admin/collections/entry-screens.tsx'
import { type LinkRow, LinksField, linksFromRows, toLinkRows } from '#web/admin/collections/links-field.tsx'
import { pictureFieldsToStore, pictureFormValues } from '#web/admin/collections/named-picture.ts'
import { type ReleaseTrackRow, TracksField, toTrackRows, tracksFromRows } from '#web/admin/collections/tracks-field.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'
import type { EditorState, VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'

type ReleaseValues = {
  title: string
  kind: AdminRelease['kind']
  released: string
  text: string
  /** An address. */
  cover: string
  coverAlt: string
  tracks: ReleaseTrackRow[]
  credits: string
  /** A slug. */
  product: string
  links: LinkRow[]
  isPublished: boolean
}

const labels: Record<keyof ReleaseValues, string> = {
  title: 'Title',
  kind: 'Kind',
  released: 'Released',
  text: 'Text',
  cover: 'Cover',
  coverAlt: 'What the picture shows',
  tracks: 'Tracks',
  credits: 'Credits',
  product: 'Product in the shop',
  links: 'Streaming links',
  isPublished: 'Visitors see it',
}

const newRelease: VersionedValues<ReleaseValues> = {
  version: 0,
  values: {
    title: '',
    kind: 'album',
    released: '',
    text: '',
    cover: '',
    coverAlt: '',
    tracks: [],
    credits: '',
    product: '',
    links: [],
    isPublished: false,
  },
}

const namedIn = ({ cover, coverAlt, picture }: AdminRelease) => ({ name: cover, alt: coverAlt, picture })

function valuesOf(release: AdminRelease): VersionedValues<ReleaseValues> {
  const { sequence, title, kind, released, text, tracks, credits, product, links, isPublished } = release
  const { address, alt } = pictureFormValues(namedIn(release))
  return {
    version: sequence,
    values: {
      title,
      kind,
      released,
      text,
      cover: address,
      coverAlt: alt,
      tracks: toTrackRows(tracks),
      credits,
      product: product ?? '',
      links: toLinkRows(links),
      isPublished,
    },
  }
}

function draftOf({ cover, coverAlt, tracks, product, links, ...values }: ReleaseValues, stored: AdminRelease | null) {
  const picture = pictureFieldsToStore({ address: cover, alt: coverAlt }, stored && namedIn(stored))
  return {
    ...values,
    released: values.released.trim(),
    text: values.text.trim(),
    credits: values.credits.trim(),
    cover: picture.name,
    coverAlt: picture.alt,
    tracks: tracksFromRows(tracks),
    product: product || null,
    links: linksFromRows(links),
  }
}

const screenOptions = {
  name: 'releases',
  path: '/admin/site/records',
  words: { one: 'record', many: 'records' },
  valuesOf,
  editor: (editing: EntryEditorInput<ReleaseValues, ReleaseDraft>, stored: AdminRelease | null) => (
    <ReleaseEditor editing={editing} stored={stored} />
  ),
} as const

export const NewReleaseScreen = () => <NewEntryScreen {...screenOptions} initial={newRelease} />
export const ReleaseScreen = ({ id }: { id: string }) => (
  <EntryScreen {...screenOptions} id={id} titleOf={({ title }) => title} />
)

type ReleaseEditorProps = { editing: EntryEditorInput<ReleaseValues, ReleaseDraft>; stored: AdminRelease | null }

const ReleaseEditor = ({ editing, stored }: ReleaseEditorProps) => (
  <EntryEditor
    {...editing}
    name="releases"
    path="/admin/site/records"
    schema={ReleaseDraft}
    draft={(values) => draftOf(values, stored)}
    labels={labels}
    nameOf={({ title }) => title}
  >
    {(editor) => <ReleaseFields editor={editor} />}
  </EntryEditor>
)

function ReleaseFields({ editor }: { editor: EditorState<ReleaseValues> }) {
  const { field, values, problems, set, uploading } = editor
  return (
    <>
      <FieldGroup title="Record">
        <TextField {...field('title')} required />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField {...field('kind')}>
            {optionsFromLabels(releaseKindLabels).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          <TextField
            {...field('released')}
            required
            placeholder="2026"
            help="The year, or the whole date as 2026-04-17."
          />
        </div>
        <TextArea {...field('text')} rows={4} />
      </FieldGroup>
      <FieldGroup title="Cover">
        <PictureField
          name="cover"
          address={values.cover}
          problem={problems.cover ?? null}
          onAddress={(address) => set('cover', address)}
          description={{
            name: 'coverAlt',
            alt: values.coverAlt,
            problem: problems.coverAlt ?? null,
            onAlt: (alt) => set('coverAlt', alt),
          }}
          onUploading={(words) => uploading('cover', words)}
          ratio={1}
          usesLibraryWords
        />
      </FieldGroup>
      <FieldGroup
        title="Tracks"
        intro="Visitors can hear the tracks that have previews in your shop under the same title."
      >
        <TracksField
          rows={values.tracks}
          problem={problems.tracks ?? null}
          product={values.product}
          onChange={(tracks) => set('tracks', tracks)}
        />
        <TextArea {...field('credits')} rows={3} help="Who played, recorded and designed it." />
      </FieldGroup>
      <FieldGroup title="Where to get it">
        <ProductField field={field('product')} />
        <LinksField rows={values.links} problem={problems.links ?? null} onChange={(links) => set('links', links)} />
      </FieldGroup>
    </>
  )
}

type ProductFieldProps = { field: ReturnType<EditorState<ReleaseValues>['field']> }

/** Visitors see the link while the product is on sale. A product that is gone stays chosen until another is. */
function ProductField({ field }: ProductFieldProps) {
  const { api } = useRouter().options.context
  const { data } = useQuery(allProductsQuery(api))
  const isKnown = !field.value || data?.some(({ slug }) => slug === field.value)
  return (
    <SelectField {...field} help="The record links to it while the shop lists it.">
      <option value="">None</option>
      {!isKnown && <option value={field.value}>{field.value}</option>}
      {data?.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
