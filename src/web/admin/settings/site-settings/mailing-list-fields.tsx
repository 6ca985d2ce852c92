import type { SettingValues } from '#domain/sites/settings.ts'
import {
  problemsInGroup,
  ResetToDefault,
  SettingsGroupProblem,
} from '#web/admin/settings/site-settings/settings-parts.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Null: as in the starter. */
export type FeatureValues = { features: SettingValues['features'] | null; mailingList: MailingList | null }

type MailingList = SettingValues['mailingList']
type MailingListFieldsProps = { editor: EditorState<FeatureValues>; starter: MailingList }

/** Where people subscribe, and what they read there. */
export function MailingListFields({ editor, starter }: MailingListFieldsProps) {
  const { domain } = useWebsite()
  const { values, set } = editor
  const list = values.mailingList ?? starter
  const problem = editor.problems.mailingList
  const found = problemsInGroup('mailingList', list, problem)
  const change = (changes: Partial<MailingList>) => set('mailingList', { ...list, ...changes })
  return (
    <FieldGroup title="Mailing list" intro="Visitors subscribe by sending a mail to the address of your list.">
      <fieldset data-field="mailingList" tabIndex={-1} className="grid gap-5">
        <legend className="sr-only">Mailing list</legend>
        <SettingsGroupProblem problem={Object.keys(found).length ? null : problem} />
        <Checkbox
          label={<strong className="font-semibold">Mailing list</strong>}
          help="Off: nobody is invited to subscribe. Your list itself is not changed."
          checked={list.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        {list.enabled && (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label="Name of the list"
                help={`Its address is ${list.listName || '…'}@${list.productionDomain || domain}.`}
                value={list.listName}
                error={found.listName ?? null}
                onChange={({ target }) => change({ listName: target.value })}
              />
              <TextField
                label="Domain of the list"
                help="Only if it is not the domain of this website."
                placeholder={domain}
                value={list.productionDomain ?? ''}
                error={found.productionDomain ?? null}
                onChange={({ target }) => change({ productionDomain: target.value.trim() || null })}
              />
            </div>
            <TextField
              label="Heading"
              value={list.title}
              error={found.title ?? null}
              onChange={({ target }) => change({ title: target.value })}
            />
            <TextArea
              label="Text"
              rows={3}
              value={list.description}
              error={found.description ?? null}
              onChange={({ target }) => change({ description: target.value })}
            />
            <Checkbox
              label="In the footer of every page"
              checked={list.showInFooter}
              onChange={({ target }) => change({ showInFooter: target.checked })}
            />
            <Checkbox
              label="On the home page"
              checked={list.showOnHomepage}
              onChange={({ target }) => change({ showOnHomepage: target.checked })}
            />
          </>
        )}
        <ResetToDefault
          of="the mailing list"
          isDefault={values.mailingList === null}
          onReset={() => set('mailingList', null)}
        />
      </fieldset>
    </FieldGroup>
  )
}
