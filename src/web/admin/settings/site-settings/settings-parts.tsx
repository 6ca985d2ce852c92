import { CircleAlert } from 'lucide-react'
import { SettingsDraft, type SettingsGroup } from '#domain/sites/settings.ts'
import { fieldProblemSentence } from '#domain/sites/site-file-problems.ts'
import { Button } from '#web/ui/forms/button.tsx'

export type ResetToDefaultProps = { of: string; isDefault: boolean; onReset: () => void }

export const ResetToDefault = ({ of, isDefault, onReset }: ResetToDefaultProps) => (
  <div>
    <Button variant="quiet" disabled={isDefault} onClick={onReset} aria-label={`Back to default: ${of}`}>
      Back to default
    </Button>
  </div>
)

/** A problem of a whole group, where no single field is at fault. */
export const SettingsGroupProblem = ({ problem }: { problem: string | null | undefined }) =>
  problem && (
    <p role="alert" className="flex gap-1.5 text-error-ink text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {problem}
    </p>
  )

/**
 * The problem of each field of a group by its path, such as `0.tiers.1.price`. Empty until the form was sent, or where
 * only the server knows the problem.
 */
export function problemsInGroup(
  group: SettingsGroup,
  value: unknown,
  problem: string | null | undefined,
): Record<string, string> {
  if (!problem) return {}
  const { error } = SettingsDraft.shape[group].safeParse(value)
  const issues = error?.issues.filter(({ path }) => path.length > 0) ?? []
  return Object.fromEntries(
    issues.map(({ path, message }) => [path.join('.'), fieldProblemSentence(message)]).reverse(),
  )
}
