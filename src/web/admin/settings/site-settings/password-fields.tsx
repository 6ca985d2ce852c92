import { webMinLength } from '#domain/accounts/password.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import { fieldProblemSentence } from '#domain/sites/site-file-problems.ts'
import { problemsInGroup, SettingsGroupProblem } from '#web/admin/settings/site-settings/settings-parts.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'

type Rules = SettingValues['passwords']
type PasswordFieldsProps = { rules: Rules; problem: string | null; onChange: (rules: Rules) => void }

/** The rules for new passwords. They can be made stricter than ours, never weaker. */
export function PasswordFields({ rules, problem, onChange }: PasswordFieldsProps) {
  const found = problemsInGroup('passwords', rules, problem)
  const change = (changes: Partial<Rules>) =>
    onChange({ ...rules, uppercase: true, lowercase: true, number: true, ...changes })
  return (
    <fieldset data-field="passwords" tabIndex={-1} className="grid w-full gap-4">
      <legend className="mb-2 font-semibold">Passwords</legend>
      <SettingsGroupProblem problem={problem && (Object.keys(found).length ? null : fieldProblemSentence(problem))} />
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Shortest password"
          type="number"
          inputMode="numeric"
          min={webMinLength}
          max={128}
          help={`In characters, ${webMinLength} or more. Uppercase and lowercase letters and a number are always required.`}
          value={Number.isNaN(rules.minLength) ? '' : rules.minLength}
          error={found.minLength ?? null}
          onChange={({ target }) => change({ minLength: target.valueAsNumber })}
        />
        <SelectField
          label="Special characters"
          help="One of them is required. Passwords that people have already stay valid."
          value={rules.special || 'standard'}
          error={found.special ?? null}
          onChange={({ target }) => change({ special: target.value === 'extended' ? 'extended' : 'standard' })}
        >
          <option value="standard">The common ones, such as ! and ?</option>
          <option value="extended">All that are on a keyboard</option>
        </SelectField>
      </div>
    </fieldset>
  )
}
