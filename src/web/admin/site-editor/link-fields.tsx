import type { Link } from '#domain/pages/content.ts'
import { isLinked, type PagePath, sitePages } from '#domain/sites/pages.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Pages that a link can lead to by themselves; those of single shows and products have no fixed address. */
const linkable = (Object.entries(sitePages) as [PagePath, { title: string; kind?: string }][]).filter(
  ([path, { kind }]) => !path.includes('$') && kind !== 'checkout',
)
const isPage = (target: string): boolean => linkable.some(([path]) => path === target)

/** The name of the page that a link leads to, or the address elsewhere. */
export const targetWords = (target: string): string => linkable.find(([path]) => path === target)?.[1].title ?? target

type LinkFieldsProps = {
  link: Link
  /** Tells the fields of several links apart: `link 2`. */
  name: string
  onChange: (link: Link) => void
  problems: { target: string | null; label: string | null }
}

/** Where a link leads, a page of the site or an address elsewhere, and its words. */
export function LinkFields({ link: { target, label }, name, onChange, problems }: LinkFieldsProps) {
  const site = useWebsite()
  const isElsewhere = !isPage(target)
  const choose = (chosen: string) => {
    const isOwnLabel = label !== '' && label !== targetWords(target)
    if (chosen === elsewhere) return onChange({ target: '', label })
    onChange({ target: chosen, label: isOwnLabel ? label : targetWords(chosen) })
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Leads to"
        name={`${name} page`}
        value={isElsewhere ? elsewhere : target}
        error={isElsewhere ? null : problems.target}
        onChange={(event) => choose(event.target.value)}
      >
        {linkable.map(([path, { title }]) => (
          <option key={path} value={path}>
            {title}
            {isLinked(site, path) ? '' : ' (switched off)'}
          </option>
        ))}
        <option value={elsewhere}>An address elsewhere…</option>
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

const elsewhere = 'elsewhere'

type LinkOrNoneProps = {
  name: string
  label: string
  help?: string | undefined
  link: Link | null
  isRequired: boolean
  problems: Readonly<Record<string, string>>
  onChange: (link: Link | null) => void
}

/** A link, or none. */
export function LinkOrNone({ name, label, help, link, isRequired, problems, onChange }: LinkOrNoneProps) {
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
