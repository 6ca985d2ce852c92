import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { LabelledLink } from '#domain/pages/content.ts'
import { ownPagesOf } from '#domain/site-editor/document.ts'
import { isLinkEnabled, type PagePath, sitePages } from '#domain/sites/pages.ts'
import { draftQuery } from '#web/admin/site-editor/draft-query.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Pages that a link can lead to by themselves; those of single shows and products have no fixed address. */
const linkable = (Object.entries(sitePages) as [PagePath, { title: string; kind?: string }][]).filter(
  ([path, { kind }]) => !path.includes('$') && kind !== 'checkout',
)

/** The pages that a link can lead to, with those that the owner has made in the draft. */
export function useLinkTargets() {
  const { api } = useRouter().options.context
  const site = useWebsite()
  // Every screen with links has read the draft.
  const { data: draft } = useQuery({ ...draftQuery(api), enabled: false })
  const own = ownPagesOf(draft?.document ?? {})
  const targets = [
    ...linkable.map(([path, { title }]) => ({
      path: path as string,
      title,
      note: isLinkEnabled(site, path) ? '' : ' (switched off)',
    })),
    ...own.map(({ address, title, visibility }) => ({
      path: address,
      title,
      note: visibility === 'hidden' ? ' (hidden)' : '',
    })),
  ]
  const titleOf = (target: string) => targets.find(({ path }) => path === target)?.title
  /** `wordsOf`: the name of the page that a link leads to, or the address elsewhere. */
  return {
    targets,
    isPage: (target: string) => titleOf(target) !== undefined,
    wordsOf: (target: string) => titleOf(target) ?? target,
  }
}

type LinkFieldsProps = {
  link: LabelledLink
  /** Tells the fields of several links apart: `link 2`. */
  name: string
  onChange: (link: LabelledLink) => void
  problems: { target: string | null; label: string | null }
}

/** Where a link leads, a page of the site or an address elsewhere, and its words. */
export function LinkFields({ link: { target, label }, name, onChange, problems }: LinkFieldsProps) {
  const { targets, isPage, wordsOf } = useLinkTargets()
  const isElsewhere = !isPage(target)
  const choose = (chosen: string) => {
    const isOwnLabel = label !== '' && label !== wordsOf(target)
    if (chosen === otherAddressOption) return onChange({ target: '', label })
    onChange({ target: chosen, label: isOwnLabel ? label : wordsOf(chosen) })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Leads to"
        name={`${name} page`}
        value={isElsewhere ? otherAddressOption : target}
        error={isElsewhere ? null : problems.target}
        onChange={(event) => choose(event.target.value)}
      >
        {targets.map(({ path, title, note }) => (
          <option key={path} value={path}>
            {title}
            {note}
          </option>
        ))}
        <option value={otherAddressOption}>An address elsewhere…</option>
      </SelectField>
      <TextField
        label="Words"
        name={`${name} words`}
        value={label}
        error={problems.label}
        onChange={(event) => onChange({ target, label: event.target.value })}
      />
      {isElsewhere && (
        <div className="sm:col-span-2">
          <TextField
            label="Address"
            name={`${name} address`}
            inputMode="url"
            spellCheck={false}
            placeholder="https://"
            value={target}
            error={problems.target}
            help="Begins with https:// or mailto:. For a single show or product, its path on your website, such as /shop/tote-bag."
            onChange={(event) => onChange({ target: event.target.value, label })}
          />
        </div>
      )}
    </div>
  )
}

const otherAddressOption = 'elsewhere'

type LinkOrNoneProps = {
  name: string
  label: string
  help?: string | undefined
  link: LabelledLink | null
  isRequired: boolean
  problems: Readonly<Record<string, string>>
  onChange: (link: LabelledLink | null) => void
}

/** A link, or none. */
export function OptionalLinkFields({ name, label, help, link, isRequired, problems, onChange }: LinkOrNoneProps) {
  return (
    <fieldset data-field={name} tabIndex={-1} className="grid gap-3 border border-line p-4 outline-none">
      <legend className="px-1 font-semibold">{label}</legend>
      {help && <p className="-mt-1 text-soft text-sm">{help}</p>}
      {link ? (
        <>
          <LinkFields
            link={link}
            name={name}
            problems={{ target: problems[`${name}.target`] ?? null, label: problems[`${name}.label`] ?? null }}
            onChange={onChange}
          />
          {!isRequired && (
            <div>
              <Button variant="quiet" onClick={() => onChange(null)}>
                Remove the link
              </Button>
            </div>
          )}
        </>
      ) : (
        <div>
          <Button variant="quiet" onClick={() => onChange({ target: '/contact', label: 'Contact' })}>
            Add a link
          </Button>
        </div>
      )}
    </fieldset>
  )
}
