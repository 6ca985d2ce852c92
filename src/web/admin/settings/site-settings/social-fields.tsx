import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { maxSocialLinks, SettingsDraft } from '#domain/sites/settings.ts'
import { type SocialLink, socialIcons } from '#domain/sites/site.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { SocialIcon } from '#web/ui/social-icon.tsx'

export type SocialRow = SocialLink

const names: Record<SocialRow['icon'], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  github: 'GitHub',
}

type SocialFieldsProps = {
  /** Null while the links of the site's file apply. */
  rows: SocialRow[] | null
  inFile: SocialRow[]
  problem: string | null
  onChange: (rows: SocialRow[]) => void
}

/** The social links, in the order in which visitors see them. */
export function SocialFields({ rows, inFile, problem, onChange }: SocialFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const found = problem ? problemsOf(rows) : {}
  const replace = (at: number, changes: Partial<SocialRow>) =>
    onChange(rows!.map((row, n) => (n === at ? { ...row, ...changes } : row)))
  const move = (at: number, to: number) => {
    const moved = [...rows!]
    moved.splice(to, 0, ...moved.splice(at, 1))
    onChange(moved)
  }
  const remove = (at: number) => {
    onChange(rows!.filter((_, n) => n !== at))
    list.current?.focus()
  }
  return (
    <fieldset ref={list} tabIndex={-1} data-field="social" className="grid w-full gap-4">
      <legend className="mb-2 font-semibold">Social links</legend>
      {problem && Object.keys(found).length === 0 && (
        <p className="flex gap-1.5 text-error-ink text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
      {rows === null ? (
        <AsInFile links={inFile} />
      ) : (
        <ol className="grid gap-6">
          {rows.map((row, at) => (
            <LinkRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a link has no id, and all its fields are being edited
              key={at}
              row={row}
              name={rowName(row, at)}
              problemOf={(field) => found[`${at}.${field}`] ?? null}
              onChange={(changes) => replace(at, changes)}
              onUp={at === 0 ? null : () => move(at, at - 1)}
              onDown={at === rows.length - 1 ? null : () => move(at, at + 1)}
              onRemove={() => remove(at)}
            />
          ))}
          {rows.length === 0 && <li className="text-soft">No links. Visitors see none.</li>}
        </ol>
      )}
      <div className="flex flex-wrap gap-3">
        {rows === null ? (
          <Button variant="quiet" onClick={() => onChange(inFile)}>
            Change these links
          </Button>
        ) : (
          <Button
            variant="quiet"
            disabled={rows.length >= maxSocialLinks}
            onClick={() => onChange([...rows, { icon: socialIcons[0], label: '', link: '' }])}
          >
            Add a link
          </Button>
        )}
      </div>
    </fieldset>
  )
}

type LinkRowProps = {
  row: SocialRow
  name: string
  problemOf: (field: keyof SocialRow) => string | null
  onChange: (changes: Partial<SocialRow>) => void
  /** Null where the link is the first or the last. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
}

function LinkRow({ row, name, problemOf, onChange, onUp, onDown, onRemove }: LinkRowProps) {
  return (
    <li className="grid grid-cols-2 gap-3 border-line border-l-4 pl-4 lg:grid-cols-[10rem_14rem_1fr_auto]">
      <SelectField
        label="Icon"
        value={row.icon}
        error={problemOf('icon')}
        onChange={({ target }) => onChange({ icon: target.value as SocialRow['icon'] })}
      >
        {socialIcons.map((icon) => (
          <option key={icon} value={icon}>
            {names[icon]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Name"
        value={row.label}
        error={problemOf('label')}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <div className="max-lg:col-span-2">
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://"
          value={row.link}
          error={problemOf('link')}
          onChange={({ target }) => onChange({ link: target.value })}
        />
      </div>
      <div className="flex gap-2 max-lg:col-span-2 lg:mt-7.5 lg:self-start">
        <RowButton label={`Move ${name} up`} disabled={!onUp} onClick={() => onUp?.()}>
          <ArrowUp aria-hidden className="size-5" />
        </RowButton>
        <RowButton label={`Move ${name} down`} disabled={!onDown} onClick={() => onDown?.()}>
          <ArrowDown aria-hidden className="size-5" />
        </RowButton>
        <RowButton label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </RowButton>
      </div>
    </li>
  )
}

const rowName = ({ label }: SocialRow, at: number) => label || `link ${at + 1}`

type RowButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: React.ReactNode }

const RowButton = ({ label, ...button }: RowButtonProps) => (
  <Button variant="quiet" size="icon" aria-label={label} {...button} />
)

const AsInFile = ({ links }: { links: SocialRow[] }) => (
  <ul className="max-w-3xl border-line border-y bg-raised">
    {links.length === 0 && <li className="px-4 py-2.5 text-soft">There are no links in the site’s file.</li>}
    {links.map(({ link, icon, label }) => (
      <li key={link} className="flex items-center gap-3 border-line px-4 py-2.5 not-first:border-t">
        <SocialIcon icon={icon} />
        <span className="min-w-0">
          <span className="block font-medium">{label}</span>
          <span className="block break-all text-soft text-sm">{link}</span>
        </span>
      </li>
    ))}
  </ul>
)

/** Problems by row and field: `1.link`. */
function problemsOf(rows: SocialRow[] | null): Record<string, string> {
  const { error } = SettingsDraft.shape.social.safeParse(rows)
  const issues = error?.issues.filter(({ path }) => path.length > 1) ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}
