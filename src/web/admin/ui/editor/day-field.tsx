import { inputClass } from '#web/ui/forms/field.tsx'

type DayProps = { label: string; zone: string; value: string | undefined; onChange: (day: string | undefined) => void }

/** A date in the time zone of the site. */
export const DayField = ({ label, zone, value, onChange }: DayProps) => (
  <label className="flex grow basis-40 items-center gap-2 sm:max-w-56" title={`In the time zone of ${zone}`}>
    <span className="w-10 shrink-0 text-soft text-sm">{label}</span>
    <input
      type="date"
      max="2199-12-31"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
      className={inputClass}
    />
  </label>
)
