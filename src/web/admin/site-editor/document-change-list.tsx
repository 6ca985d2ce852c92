import { parseImagePath } from '#domain/images/addresses.ts'
import { isOwnPagePart, type OwnPage, type PartName, type SiteDocument } from '#domain/site-editor/document.ts'
import type { DocumentChange } from '#domain/site-editor/document-changes.ts'
import { changePathLabel, missingValueText, partTitle } from '#domain/site-editor/words.ts'

/** How many changes, in words. */
export const changeCountText = (changes: readonly unknown[]): string =>
  changes.length === 1 ? '1 change' : `${changes.length} changes`

type DocumentChangesProps = {
  changes: readonly DocumentChange[]
  /** Names the pages of the owner's. */
  document?: SiteDocument
  sides?: readonly [before: string, after: string]
}

/** What is different, part by part, with each text as it was and as it is. */
export function DocumentChangeList({ changes, document = {}, sides = ['Before', 'After'] }: DocumentChangesProps) {
  const parts = [...new Set(changes.map(({ part }) => part))]
  if (!parts.length) return <p className="text-soft">Nothing is different.</p>
  return (
    <ul className="grid gap-6">
      {parts.map((part) => (
        <li key={part} className="grid gap-2">
          <h3 className="font-semibold">{partTitle(part, ownPageIn(document, part))}</h3>
          <dl className="grid gap-3 border-line border-l-2 py-1 pl-4 text-sm">
            {changes
              .filter((change) => change.part === part)
              .map((change, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have had the same name
                <Change key={`${at} ${change.path.join('.')}`} {...change} sides={sides} />
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const ownPageIn = (document: SiteDocument, part: PartName): OwnPage | undefined =>
  isOwnPagePart(part) ? document[part] : undefined

const Change = ({ part, path, before, after, sides }: DocumentChange & { sides: readonly [string, string] }) => (
  <div className="grid gap-x-4 gap-y-1">
    {path.length > 0 && <dt className="font-semibold text-soft">{changePathLabel(part, path)}</dt>}
    <dd className="grid gap-x-4 sm:grid-cols-2">
      <VersionValue name={sides[0]} value={before ?? missingValueText(part, path)} />
      <VersionValue name={sides[1]} value={after ?? missingValueText(part, path)} />
    </dd>
  </div>
)

const colour = /^#[0-9a-f]{6}$/i

function VersionValue({ name, value }: { name: string; value: string }) {
  const picture = parseImagePath(value)
  return (
    <p className="wrap-anywhere max-h-48 min-w-0 overflow-y-auto">
      <span className="text-soft">{name}: </span>
      {colour.test(value) && (
        <span
          aria-hidden
          className="mr-1 inline-block size-4 border border-line align-text-bottom"
          style={{ background: value }}
        />
      )}
      {picture && (
        <img
          src={value}
          alt=""
          loading="lazy"
          className="mr-2 inline-block size-12 border border-line object-contain"
        />
      )}
      <bdi className="whitespace-pre-line">{picture?.name ?? value}</bdi>
    </p>
  )
}
