import { useState } from 'react'
import type { ActivityEntry } from '#api/admin/activity.ts'
import { changedFieldLabel, type ReadableValue } from '#domain/activity/words.ts'
import { isLocalDate } from '#domain/time/local-time.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Each field as it was and as it is. */
export const ChangeList = ({ changes }: Pick<ActivityEntry, 'changes'>) => (
  <dl className="grid gap-3 border-line border-l-2 py-1 pl-4 text-sm">
    {changes.map(({ field, before, after }) => (
      <div key={field} className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <dt className="font-semibold">{changedFieldLabel(field)}</dt>
        <dd className="grid gap-x-4 sm:grid-cols-2">
          <ValueSide name="Before" value={before} />
          <ValueSide name="After" value={after} />
        </dd>
      </div>
    ))}
  </dl>
)

const ValueSide = ({ name, value }: { name: string; value: ReadableValue }) => (
  <p className="min-w-0 wrap-anywhere">
    <span className="text-soft">{name}: </span>
    <ChangedValue value={value} />
  </p>
)

function ChangedValue({ value }: { value: ReadableValue }) {
  if (value === null || value === '' || (Array.isArray(value) && !value.length))
    return <span className="text-soft">nothing</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return <LongText text={value.join(', ')} />
  const text = String(value)
  if (isLocalDate(text)) return <Day date={text} />
  if (isMoment(text)) return <LocalTimestamp at={text} />
  return <LongText text={text} />
}

const isMoment = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))

function Day({ date }: { date: string }) {
  const { locale } = useWebsite()
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))
  return <time dateTime={date}>{shown}</time>
}

const maxLength = 160

function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= maxLength) return <bdi className="whitespace-pre-line">{text}</bdi>
  return (
    <>
      <bdi className="whitespace-pre-line">{isWhole ? text : `${text.slice(0, maxLength).trimEnd()}…`}</bdi>{' '}
      <button
        type="button"
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
        className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
      >
        {isWhole ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}
