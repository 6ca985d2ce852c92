import { X } from 'lucide-react'
import { announcementStyles, toBannerAnnouncement } from '#domain/announcements/announcement.ts'
import { announcementBannerTexts } from '#domain/texts/content.ts'
import { clockChangeAt } from '#domain/time/local-time.ts'
import {
  type AnnouncementValues,
  announcementStyleLabels,
  announcementTypeLabels,
} from '#web/admin/announcements/announcement-values.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { AnnouncementContent, announcementBackground, announcementLineClass } from '#web/ui/announcement-line.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { editor: EditorState<AnnouncementValues> }

export function AnnouncementFields({ editor }: Props) {
  const { field, box, values } = editor
  return (
    <div className="grid gap-10">
      <FieldGroup title="Text">
        <TextField {...field('title')} required counter={{ used: values.title.length, limit: 120 }} />
        <TextArea {...field('message')} required rows={3} counter={{ used: values.message.length, limit: 500 }} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('linkUrl')}
            inputMode="url"
            spellCheck={false}
            help="A page of this site, such as /tour, or an address that begins with https://."
          />
          <TextField {...field('linkText')} help={`If empty, it says “${announcementBannerTexts.learnMore}”.`} />
        </div>
        <SelectField {...field('announcementType')}>
          {optionsFromLabels(announcementTypeLabels).map(([type, words]) => (
            <option key={type} value={type}>
              {words}
            </option>
          ))}
        </SelectField>
      </FieldGroup>
      <FieldGroup title="Appearance" intro="As visitors see it, in your current theme.">
        <StyleField editor={editor} />
        <Checkbox {...box('isDismissible')} />
      </FieldGroup>
      <FieldGroup title="Dates">
        <Checkbox {...box('isActive')} help="If off, visitors do not see it, whatever the dates are." />
        <div className="grid gap-5 sm:grid-cols-2">
          <LocalDateTime editor={editor} name="startDate" empty="Leave empty to start at once." />
          <LocalDateTime editor={editor} name="endDate" empty="Leave empty for no end." />
        </div>
        <TextField
          {...field('priority')}
          type="number"
          inputMode="numeric"
          step={1}
          help="The announcement with the highest number is shown first."
        />
      </FieldGroup>
    </div>
  )
}

/** Date and time in the zone of the site, with a note when the clocks change that night. */
function LocalDateTime({ editor, name, empty }: Props & { name: 'startDate' | 'endDate'; empty: string }) {
  const { zone } = useWebsite()
  const note = clockChangeAt(editor.values[name], zone)
  const clocks = `In the time zone of the site (${zone}). ${empty}`
  const night =
    note?.kind === 'skipped'
      ? ` This hour does not exist on that day. It will be ${note.becomes}.`
      : note
        ? ' This hour comes twice that night. The first one counts.'
        : ''
  return <TextField {...editor.field(name)} type="datetime-local" max="2199-12-31T23:59" help={clocks + night} />
}

type Style = AnnouncementValues['style']

/** Shows the banner in each of its styles, with the text of the form. */
function StyleField({ editor: { values, set } }: { editor: EditorState<AnnouncementValues> }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Style</legend>
      {announcementStyles.map((style) => (
        <div
          key={style}
          className="relative grid border-2 border-line has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-(color:--focus-ring) has-focus-visible:outline-offset-3"
        >
          {/* A click on the preview below selects the style too, but its text is no part of the label. */}
          <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 font-medium after:absolute after:inset-0">
            <input
              type="radio"
              name="style"
              value={style}
              checked={values.style === style}
              onChange={() => set('style', style)}
              className="size-5 accent-ink outline-none"
            />
            {announcementStyleLabels[style]}
          </label>
          <StylePreview values={values} style={style} />
        </div>
      ))}
    </fieldset>
  )
}

/** Not interactive, and hidden from screen readers: its text is in the fields already. */
function StylePreview({ values, style }: { values: AnnouncementValues; style: Style }) {
  const { title, message, linkUrl, linkText, isDismissible } = values
  const words = {
    title: title.trim() || 'Title',
    message: message.trim() || 'The text of the announcement.',
    linkUrl: linkUrl.trim() || null,
    linkText: linkText.trim() || null,
  }
  return (
    <div
      aria-hidden
      data-preview={style}
      style={announcementBackground(style)}
      className="grid grid-cols-[minmax(0,1fr)_auto] text-on-status"
    >
      <p className={announcementLineClass}>
        <AnnouncementContent {...toBannerAnnouncement({ id: '', ...words, style, isDismissible })} />
      </p>
      <span className="grid size-11 place-items-center">{isDismissible && <X size={20} />}</span>
    </div>
  )
}
