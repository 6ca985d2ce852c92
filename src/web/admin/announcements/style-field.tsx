import { X } from 'lucide-react'
import { announcementStyles, bannerView } from '#domain/announcements/announcement.ts'
import type { AnnouncementValues } from '#web/admin/announcements/announcement-values.ts'
import { styleWords } from '#web/admin/announcements/announcement-words.ts'
import type { Editor } from '#web/admin/ui/use-editor.ts'
import { AnnouncementWords, announcementBackground, announcementLine } from '#web/ui/announcement-line.tsx'

type Style = AnnouncementValues['style']

/** The banner as it is being written, in each of its styles, to be chosen by looking. */
export function StyleField({ editor: { values, set } }: { editor: Editor<AnnouncementValues> }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">Style</legend>
      {announcementStyles.map((style) => (
        <div
          key={style}
          className="relative grid border-2 border-line has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-highlight has-focus-visible:outline-offset-3"
        >
          {/* The banner below is no part of the name, but of the target. */}
          <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 font-medium after:absolute after:inset-0">
            <input
              type="radio"
              name="style"
              value={style}
              checked={values.style === style}
              onChange={() => set('style', style)}
              className="size-5 accent-action outline-none"
            />
            {styleWords[style]}
          </label>
          <Preview values={values} style={style} />
        </div>
      ))}
    </fieldset>
  )
}

/** A picture of the banner: nothing in it can be pressed, and it is not read twice. */
function Preview({ values, style }: { values: AnnouncementValues; style: Style }) {
  const { title, message, linkUrl, linkText, isDismissible } = values
  const words = {
    title: title.trim() || 'Title',
    message: message.trim() || 'What you want to tell.',
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
      <p className={announcementLine}>
        <AnnouncementWords {...bannerView({ id: '', ...words, style, isDismissible })} />
      </p>
      <span className="grid size-11 place-items-center">{isDismissible && <X size={20} />}</span>
    </div>
  )
}
