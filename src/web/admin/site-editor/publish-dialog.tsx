import { useState } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { isOwnPagePart } from '#domain/site-editor/document.ts'
import { versionNoteSchema } from '#domain/site-editor/version-note.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { clockChangeAt, dateTimeFieldValue, parseDateTimeField } from '#domain/time/local-time.ts'
import { changeCountText } from '#web/admin/site-editor/document-change-list.tsx'
import { useDraftActions } from '#web/admin/site-editor/draft-query.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type PublishDialogProps = { open: boolean; onClose: () => void; draft: SiteDraftAnswer }

/** Asks when the draft goes live, and for a note. */
export const PublishDialog = ({ open, onClose, draft }: PublishDialogProps) => (
  <Modal
    open={open}
    onClose={onClose}
    title="Publish"
    description={`${changeCountText(draft.changes)}. You can go back to the version before at any time.`}
  >
    <PublishForm draft={draft} onDone={onClose} />
  </Modal>
)

type PublishTime = 'now' | 'later'

function PublishForm({ draft, onDone }: { draft: SiteDraftAnswer; onDone: () => void }) {
  const { zone } = useWebsite()
  const { publish, schedule } = useDraftActions()
  const [when, setWhen] = useState<PublishTime>('now')
  const sequence = draft.draft?.sequence ?? draft.sequence
  const form = useForm({
    initial: { publishAt: '', note: '' },
    otherwise: errorPanelTexts.unexpected,
    check: ({ publishAt, note }) => {
      const noteProblem = versionNoteSchema.safeParse(note).error?.issues[0]?.message
      const isMissing = when === 'later' && !(parseDateTimeField(publishAt, zone, null) instanceof Date)
      return {
        ...(isMissing && { publishAt: 'Please choose a date and a time.' }),
        ...(noteProblem && { note: noteProblem }),
      }
    },
    send: async ({ publishAt, note }) => {
      const at = when === 'later' && parseDateTimeField(publishAt, zone, null)
      if (at instanceof Date) await schedule.mutateAsync({ sequence, note, publishAt: at })
      else await publish.mutateAsync({ sequence, note })
      onDone()
    },
  })
  return (
    <form {...form.form} className="grid gap-5">
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">When?</legend>
        <Choice value="now" chosen={when} onChoose={setWhen} label="Now" />
        <Choice value="later" chosen={when} onChoose={setWhen} label="At a date and time" />
      </fieldset>
      {draft.scheduled && (
        <StatusBanner status="notice">
          {when === 'now' ? (
            <>
              Version {draft.scheduled.number} is scheduled for <PublicationTime at={draft.scheduled.publishAt} />. If
              you publish now, its schedule is cancelled, so that it does not take this publication back. It stays in
              your list of versions.
            </>
          ) : (
            <>
              Version {draft.scheduled.number} is scheduled already. Cancel its schedule first, or publish this draft
              now.
            </>
          )}
        </StatusBanner>
      )}
      {draft.closedLinks.length > 0 && <ClosedLinks draft={draft} />}
      {when === 'later' && (
        <TextField
          {...form.field('publishAt')}
          type="datetime-local"
          label="Date and time"
          required
          min={dateTimeFieldValue(new Date(), zone).slice(0, 16)}
          max="2199-12-31T23:59"
          help={`Time of your website: ${zone.replaceAll('_', ' ')}. ${nightWarning(form.values.publishAt, zone)}`}
        />
      )}
      <TextArea
        {...form.field('note')}
        rows={2}
        label="Note"
        help="For your list of versions: what is new? Visitors do not see it. You can leave it empty."
      />
      {form.sentence && <StatusBanner status="error">{form.sentence}</StatusBanner>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy}>
          {when === 'now' ? 'Publish now' : 'Schedule'}
        </Button>
      </div>
    </form>
  )
}

/** They need no correction: the links appear by themselves when their page does. */
const ClosedLinks = ({ draft: { closedLinks: links, document } }: { draft: SiteDraftAnswer }) => (
  <StatusBanner status="notice">
    <p>
      {links.length === 1
        ? 'Visitors do not see this link as long as its page is not open to them:'
        : 'Visitors do not see these links as long as their pages are not open to them:'}
    </p>
    <ul className="mt-1 max-h-40 overflow-y-auto">
      {links.map(({ part, label, target, because }) => (
        <li key={`${part} ${label} ${target}`}>
          {partTitle(part, isOwnPagePart(part) ? document[part] : undefined)}: “{label}” leads to {target}, which is{' '}
          {because === 'hidden' ? 'hidden' : 'switched off'}.
        </li>
      ))}
    </ul>
  </StatusBanner>
)

type ChoiceProps = { value: PublishTime; chosen: PublishTime; onChoose: (when: PublishTime) => void; label: string }

const Choice = ({ value, chosen, onChoose, label }: ChoiceProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input
      type="radio"
      name="when"
      value={value}
      checked={chosen === value}
      onChange={() => onChoose(value)}
      className="size-5 accent-ink"
    />
    {label}
  </label>
)

/** A time that the clocks skip or show twice. */
function nightWarning(text: string, zone: string): string {
  const note = clockChangeAt(text, zone)
  if (!note) return ''
  return note.kind === 'skipped'
    ? `The clocks skip this time; it becomes ${note.becomes}.`
    : 'The clocks show this time twice; the first one counts.'
}

/** In the zone of the site, which it names. */
export function PublicationTime({ at }: { at: string }) {
  const { locale, zone } = useWebsite()
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  return (
    <time dateTime={at}>
      {words.format(new Date(at))} ({zone.replaceAll('_', ' ')})
    </time>
  )
}
