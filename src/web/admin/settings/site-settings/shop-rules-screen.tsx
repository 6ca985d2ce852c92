import { useEffect } from 'react'
import type { AdminSettings } from '#api/admin/settings.ts'
import { takesCards } from '#domain/sites/features.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import { DeliveryFields } from '#web/admin/settings/site-settings/delivery-fields.tsx'
import { SampleBasket } from '#web/admin/settings/site-settings/sample-basket.tsx'
import { SettingsForm } from '#web/admin/settings/site-settings/settings-form.tsx'
import {
  problemsInGroup,
  ResetToDefault,
  SettingsGroupProblem,
} from '#web/admin/settings/site-settings/settings-parts.tsx'
import {
  type DownloadLimitValues,
  deliveryMethodValuesOf,
  downloadLimitsDraft,
  downloadLimitValuesOf,
  type ShopValues,
  shopDraft,
  shopValuesOf,
  vatValuesOf,
} from '#web/admin/settings/site-settings/shop-values.ts'
import { useSettingsEditor } from '#web/admin/settings/site-settings/use-settings-editor.tsx'
import { VatFields } from '#web/admin/settings/site-settings/vat-fields.tsx'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const labels = { delivery: 'Delivery', vat: 'VAT', downloads: 'Download limits' }

/** What delivery costs, which VAT is charged, and how often downloads can be fetched. */
export function ShopRulesScreen() {
  const site = useWebsite()
  return (
    <Screen
      title="Shop rules"
      intro="Delivery, VAT and downloads. A buyer who has already begun to pay pays what they saw; everybody else sees the new rules at once."
    >
      {!takesCards(site) && (
        <StatusBanner status="notice">
          The shop takes no card payments at the moment, so these rules wait. You can prepare them here.
        </StatusBanner>
      )}
      <SettingsForm groups={['delivery', 'vat', 'downloads']}>
        {(settings, onDirty) => <ShopRulesForm settings={settings} onDirty={onDirty} />}
      </SettingsForm>
    </Screen>
  )
}

function ShopRulesForm({ settings, onDirty }: { settings: AdminSettings; onDirty: (isDirty: boolean) => void }) {
  const { currency } = useWebsite()
  const editor = useSettingsEditor<ShopValues>({
    settings,
    labels,
    valuesOf: (from) => shopValuesOf(from, currency),
    draftOf: (values) => shopDraft(values, currency),
  })
  const { values, set, problems, isDirty } = editor
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { starter, warnings } = settings
  const shown = {
    delivery: values.delivery ?? deliveryMethodValuesOf(starter.delivery!, currency),
    vat: values.vat ?? vatValuesOf(starter.vat as SettingValues['vat']),
    downloads: values.downloads ?? downloadLimitValuesOf(starter.downloads!),
  }
  const reset = (group: keyof ShopValues, of: string) => (
    <ResetToDefault of={of} isDefault={values[group] === null} onReset={() => set(group, null)} />
  )
  return (
    <Editor editor={editor} back="/admin/dashboard">
      {warnings.length > 0 && (
        <StatusBanner status="notice">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </StatusBanner>
      )}
      <FieldGroup title="Delivery" intro="The buyer’s country decides which methods are offered.">
        <DeliveryFields
          methods={shown.delivery}
          currency={currency}
          problem={problems.delivery ?? null}
          onChange={(delivery) => set('delivery', delivery)}
        />
        {reset('delivery', 'delivery')}
      </FieldGroup>
      <FieldGroup title="VAT" intro="By the buyer’s country and the tax type of each product.">
        <VatFields vat={shown.vat} problem={problems.vat ?? null} onChange={(vat) => set('vat', vat)} />
        {reset('vat', 'VAT')}
      </FieldGroup>
      <FieldGroup title="Downloads" intro="For what is bought from now on. Sold downloads keep their limits.">
        <LimitFields
          limits={shown.downloads}
          problem={problems.downloads ?? null}
          onChange={(downloads) => set('downloads', downloads)}
        />
        {reset('downloads', 'the download limits')}
      </FieldGroup>
      <FieldGroup title="Sample basket" intro="What a buyer would pay by the rules above, also before you save them.">
        <SampleBasket draft={shopDraft(shown, currency)} />
      </FieldGroup>
    </Editor>
  )
}

type LimitFieldsProps = {
  limits: DownloadLimitValues
  problem: string | null
  onChange: (limits: DownloadLimitValues) => void
}

function LimitFields({ limits, problem, onChange }: LimitFieldsProps) {
  const found = problemsInGroup('downloads', downloadLimitsDraft(limits), problem)
  return (
    <fieldset data-field="downloads" tabIndex={-1} className="grid gap-3">
      <legend className="sr-only">Download limits</legend>
      <SettingsGroupProblem problem={Object.keys(found).length ? null : problem} />
      <div className="grid max-w-md grid-cols-2 items-start gap-4">
        <TextField
          label="Times"
          inputMode="numeric"
          help="How often a file can be downloaded."
          value={limits.allowed}
          error={found.allowed ?? null}
          onChange={({ target }) => onChange({ ...limits, allowed: target.value })}
        />
        <TextField
          label="Days"
          inputMode="numeric"
          help="How long the links work."
          value={limits.days}
          error={found.days ?? null}
          onChange={({ target }) => onChange({ ...limits, days: target.value })}
        />
      </div>
    </fieldset>
  )
}
