import type { DocumentChange } from '#domain/site-editor/document-changes.ts'
import { absentWords, partTitle, pathWords } from '#domain/site-editor/words.ts'

/** How many changes, in words. */
export const countWords = (changes: readonly unknown[]): string =>
  changes.length === 1 ? '1 change' : `${changes.length} changes`

/** What is different, part by part, with each text as it was and as it is. */
export function DocumentChanges({ changes }: { changes: readonly DocumentChange[] }) {
  const parts = [...new Set(changes.map(({ part }) => part))]
  if (!parts.length) return <p className="text-soft">Nothing is different.</p>
  return (
    <ul className="grid gap-6">
      {parts.map((part) => (
        <li key={part} className="grid gap-2">
          <h3 className="font-semibold">{partTitle(part)}</h3>
          <dl className="grid gap-3 border-line border-l-2 py-1 pl-4 text-sm">
            {changes
              .filter((change) => change.part === part)
              .map((change) => (
                <Change key={change.path.join('.')} {...change} />
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const Change = ({ part, path, before, after }: DocumentChange) => (
  <div className="grid gap-x-4 gap-y-1">
    {path.length > 0 && <dt className="font-semibold text-soft">{pathWords(part, path)}</dt>}
    <dd className="grid gap-x-4 sm:grid-cols-2">
      <Side name="Before" value={before ?? absentWords(part, path)} />
      <Side name="After" value={after ?? absentWords(part, path)} />
    </dd>
  </div>
)

const colour = /^#[0-9a-f]{6}$/i

const Side = ({ name, value }: { name: string; value: string }) => (
  <p className="wrap-anywhere max-h-48 min-w-0 overflow-y-auto">
    <span className="text-soft">{name}: </span>
    {colour.test(value) && (
      <span
        aria-hidden
        className="mr-1 inline-block size-4 border border-line align-text-bottom"
        style={{ background: value }}
      />
    )}
    <bdi className="whitespace-pre-line">{value}</bdi>
  </p>
)
