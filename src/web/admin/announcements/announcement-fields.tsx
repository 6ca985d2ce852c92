import { announcementBannerTexts } from '#domain/texts/content.ts'
import { clockNote } from '#domain/time/zoned.ts'
import type { AnnouncementValues } from '#web/admin/announcements/announcement-values.ts'
import { choicesOf, typeWords } from '#web/admin/announcements/announcement-words.ts'
import { StyleField } from '#web/admin/announcements/style-field.tsx'
import { FieldGroup } from '#web/admin/ui/field-group.tsx'
import type { Editor } from '#web/admin/ui/use-editor.ts'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { editor: Editor<AnnouncementValues> }

export function AnnouncementFields({ editor }: Props) {
  const { field, box, values } = editor
  return (
    <div className="grid gap-10">
      <FieldGroup title="What it says">
        <TextField {...field('title')} required counter={{ used: values.title.length, limit: 120 }} />
        <TextArea {...field('message')} required rows={3} counter={{ used: values.message.length, limit: 500 }} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('linkUrl')}
            inputMode="url"
            spellCheck={false}
            help="A page of this site, such as /tour, or an address that begins with https://."
          />
          <TextField {...field('linkText')} help={`Left empty, it says “${announcementBannerTexts.learnMore}”.`} />
        </div>
        <SelectField {...field('announcementType')}>
          {choicesOf(typeWords).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </SelectField>
      </FieldGroup>
      <FieldGroup title="How it looks" intro="As visitors see it, in the theme that you use now.">
        <StyleField editor={editor} />
        <Checkbox {...box('isDismissible')} />
      </FieldGroup>
      <FieldGroup title="When it is shown">
        <Checkbox {...box('isActive')} help="Switched off, nobody sees it, whatever the dates say." />
        <div className="grid gap-5 sm:grid-cols-2">
          <LocalMoment editor={editor} name="startDate" empty="Without a date it begins at once." />
          <LocalMoment editor={editor} name="endDate" empty="Without a date it stays." />
        </div>
        <TextField
          {...field('priority')}
          type="number"
          inputMode="numeric"
          step={1}
          help="Of several, the one with the highest number comes first."
        />
      </FieldGroup>
    </div>
  )
}

/** A date and a time by the clocks of the site, and what those clocks do that night. */
function LocalMoment({ editor, name, empty }: Props & { name: 'startDate' | 'endDate'; empty: string }) {
  const { zone } = useWebsite()
  const note = clockNote(editor.values[name], zone)
  const clocks = `By the clocks of the site (${zone}). ${empty}`
  const night =
    note?.kind === 'skipped'
      ? ` The clocks skip this hour: it will be ${note.becomes}.`
      : note
        ? ' This hour comes twice that night: the first one is meant.'
        : ''
  return <TextField {...editor.field(name)} type="datetime-local" max="2199-12-31T23:59" help={clocks + night} />
}
