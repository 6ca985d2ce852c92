import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SiteChoiceKind } from '#domain/sites/fields.ts'
import { siteChoicesQuery } from '#web/admin/site-editor/texts-query.ts'
import { Checkbox, SelectField } from '#web/ui/forms/inputs.tsx'

type ChoiceOfSiteProps = {
  name: string
  label: string
  help?: string | undefined
  from: SiteChoiceKind
  value: unknown
  error: string | null
  onChange: (value: unknown) => void
}

/** Chooses from what the site has: one record, category or country, or some products in the order of their choice. */
export function SiteChoiceField({ name, label, help, from, value, error, onChange }: ChoiceOfSiteProps) {
  const { api } = useRouter().options.context
  const { data: things = [] } = useQuery(siteChoicesQuery(api, from))
  if (from !== 'products')
    return (
      <SelectField
        name={name}
        label={label}
        help={help}
        error={error}
        value={(value as string | null) ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      >
        <option value="">{unchosenTexts[from]}</option>
        {withMissing(things, value).map((thing) => (
          <option key={thing.value} value={thing.value}>
            {thing.label}
          </option>
        ))}
      </SelectField>
    )
  const chosen = value as string[]
  const toggle = (slug: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, slug] : chosen.filter((each) => each !== slug))
  return (
    <fieldset data-field={name} tabIndex={-1} className="grid gap-1 border border-line p-4 outline-none">
      <legend className="px-1 font-semibold">{label}</legend>
      <p className="text-soft text-sm">{help ?? 'They are shown in the order in which you choose them.'}</p>
      <div className="grid max-h-72 gap-x-6 overflow-y-auto sm:grid-cols-2">
        {things.map((thing) => (
          <Checkbox
            key={thing.value}
            name={`${name} ${thing.value}`}
            label={thing.label}
            checked={chosen.includes(thing.value)}
            onChange={({ target }) => toggle(thing.value, target.checked)}
          />
        ))}
      </div>
      {things.length === 0 && <p className="text-soft">The shop has no products yet.</p>}
      {error && <p className="text-error-ink text-sm">{error}</p>}
    </fieldset>
  )
}

const unchosenTexts: Record<Exclude<SiteChoiceKind, 'products'>, string> = {
  release: 'The newest record',
  category: 'All products',
  country: 'All countries',
}

type SiteChoice = { value: string; label: string }

/** A record that was deleted stays chosen until another is. */
const withMissing = (things: readonly SiteChoice[], value: unknown): readonly SiteChoice[] =>
  typeof value !== 'string' || things.some((thing) => thing.value === value)
    ? things
    : [...things, { value, label: `${value} (missing)` }]
