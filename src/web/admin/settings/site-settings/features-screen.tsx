import { useEffect } from 'react'
import type { AdminSettings } from '#api/admin/settings.ts'
import type { FeatureFlag } from '#domain/sites/features.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import { type FeatureValues, MailingListFields } from '#web/admin/settings/site-settings/mailing-list-fields.tsx'
import { SettingsForm } from '#web/admin/settings/site-settings/settings-form.tsx'
import { ResetToDefault, SettingsGroupProblem } from '#web/admin/settings/site-settings/settings-parts.tsx'
import { useSettingsEditor } from '#web/admin/settings/site-settings/use-settings-editor.tsx'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { Checkbox, SelectField } from '#web/ui/forms/inputs.tsx'

type FeatureSwitches = SettingValues['features']
const labels = { features: 'Features', mailingList: 'Mailing list' }

/** What each feature is, and what becomes of its data while it is off. */
const pages: [flag: FeatureFlag, name: string, help: string][] = [
  [
    'tour',
    'Tour',
    'Dates, the calendar to subscribe to, and a screen for shows. Off: nothing links to the tour page; the page is still there for people who have its address. Your shows stay.',
  ],
  [
    'gallery',
    'Gallery',
    'Pictures. Off: nothing links to the gallery; the page is still there for people who have its address. Your pictures stay.',
  ],
  ['discography', 'Discography', 'Your records. Off: the page is not found. Your records stay.'],
  ['awards', 'Awards', 'Prizes and nominations. Off: the page is not found. Your awards stay.'],
  ['press', 'Press', 'Quotes from reviews. Off: the page is not found. Your quotes stay.'],
]

const announcementsHelp =
  'A banner above every page, and entries in the news feed. Off: neither is shown. Your announcements stay.'

/** Which parts the website has. */
export const FeaturesScreen = () => (
  <Screen
    title="Features"
    intro="Choose what your website has. Switching something off never deletes anything; switch it on again and all is back."
  >
    <SettingsForm groups={['features', 'mailingList']}>
      {(settings, onDirty) => <FeaturesForm settings={settings} onDirty={onDirty} />}
    </SettingsForm>
  </Screen>
)

function FeaturesForm({ settings, onDirty }: { settings: AdminSettings; onDirty: (isDirty: boolean) => void }) {
  const editor = useSettingsEditor<FeatureValues>({
    settings,
    labels,
    valuesOf: ({ features, mailingList }) => ({ features, mailingList }),
    draftOf: (values) => values,
  })
  const { values, set, problems, isDirty } = editor
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const switches = values.features ?? settings.starter.features!
  const change = (changes: Partial<FeatureSwitches>) => set('features', { ...switches, ...changes })
  const flag = (name: FeatureFlag, label: string, help: string, disabled = false) => (
    <Checkbox
      key={name}
      label={<strong className="font-semibold">{label}</strong>}
      help={help}
      checked={switches[name]}
      disabled={disabled}
      onChange={({ target }) => change({ [name]: target.checked })}
    />
  )
  return (
    <Editor editor={editor} back="/admin/dashboard">
      <FieldGroup title="Shop" intro="What you sell, and how people buy it.">
        <fieldset data-field="features" tabIndex={-1} className="grid gap-3">
          <legend className="sr-only">Shop</legend>
          <SettingsGroupProblem problem={problems.features} />
          <ShopFields switches={switches} change={change} />
          {flag('digitalProducts', 'Downloads for sale', digitalHelp(switches), !switches.shop.enabled)}
        </fieldset>
      </FieldGroup>
      <FieldGroup title="Pages" intro="Links, sitemap and screens follow these switches.">
        {pages.map(([name, label, help]) => flag(name, label, help))}
        <Checkbox
          label={<strong className="font-semibold">Media</strong>}
          help="Videos and recordings. Off: nothing links to the media page; the page is still there for people who have its address. Your media stay."
          checked={switches.media.enabled}
          onChange={({ target }) => change({ media: { enabled: target.checked } })}
        />
        {flag('announcements', 'Announcements', announcementsHelp)}
        <ResetToDefault of="the features" isDefault={values.features === null} onReset={() => set('features', null)} />
      </FieldGroup>
      <MailingListFields editor={editor} starter={settings.starter.mailingList!} />
    </Editor>
  )
}

type ShopFieldsProps = { switches: FeatureSwitches; change: (changes: Partial<FeatureSwitches>) => void }

function ShopFields({ switches: { shop }, change }: ShopFieldsProps) {
  return (
    <>
      <Checkbox
        label={<strong className="font-semibold">Shop</strong>}
        help="Off: shop, cart and checkout are not found, and the screens for products and orders disappear. Products and orders stay. Buyers can still use their downloads, and payments that have begun still become orders."
        checked={shop.enabled}
        onChange={({ target }) => change({ shop: { ...shop, enabled: target.checked } })}
      />
      <div className="max-w-lg pl-8">
        <SelectField
          label="How people buy"
          disabled={!shop.enabled}
          value={shop.type}
          help={
            shop.type === 'stripe'
              ? 'Visitors fill a cart and pay by card. The money goes to the payment account that is connected on the server.'
              : 'The shop page invites visitors to write to you. There is no cart and no checkout.'
          }
          onChange={({ target }) => change({ shop: { ...shop, type: target.value as typeof shop.type } })}
        >
          <option value="stripe">Pay by card</option>
          <option value="contact">Write to me</option>
        </SelectField>
      </div>
    </>
  )
}

function digitalHelp({ shop, digitalProducts }: FeatureSwitches): string {
  if (!shop.enabled)
    return digitalProducts
      ? 'Downloads are sold in the shop, which is off. They are back when you switch the shop on.'
      : 'Downloads are sold in the shop. Switch the shop on first.'
  const off = 'Off: you cannot add downloads. Those that were sold stay available to their buyers.'
  return shop.type === 'contact'
    ? `Music and other files. While the shop takes no payments, nobody can buy them. ${off}`
    : `Music and other files. ${off}`
}
