import { type ReactNode, useEffect } from 'react'
import type { AdminSettings } from '#api/admin/settings.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import { PasswordFields } from '#web/admin/settings/site-settings/password-fields.tsx'
import { RegionFields } from '#web/admin/settings/site-settings/region-fields.tsx'
import { SettingsForm } from '#web/admin/settings/site-settings/settings-form.tsx'
import { ResetToDefault, type ResetToDefaultProps } from '#web/admin/settings/site-settings/settings-parts.tsx'
import { SocialFields, type SocialRow } from '#web/admin/settings/site-settings/social-fields.tsx'
import { useSettingsEditor } from '#web/admin/settings/site-settings/use-settings-editor.tsx'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { LeaveGuard } from '#web/admin/ui/editor/leave-guard.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

/** An empty address, or null, means: as in the starter. */
type Values = {
  contactEmail: string
  social: SocialRow[] | null
  region: SettingValues['region'] | null
  passwords: SettingValues['passwords'] | null
}

const labels = {
  contactEmail: 'Contact address',
  social: 'Social links',
  region: 'Language, time zone and currency',
  passwords: 'Passwords',
}

/** Settings that are in effect as soon as they are saved. */
export const SiteSettingsForm = () => (
  <ScreenSection title="In effect at once" intro="Visitors see these settings as soon as you save them.">
    <SettingsForm groups={['contactEmail', 'social', 'region', 'passwords']}>
      {(settings, onDirty) => <Form settings={settings} onDirty={onDirty} />}
    </SettingsForm>
  </ScreenSection>
)

function Form({ settings, onDirty }: { settings: AdminSettings; onDirty: (isDirty: boolean) => void }) {
  const { starter, isCurrencyLocked } = settings
  const editor = useSettingsEditor<Values>({
    settings,
    labels,
    valuesOf: ({ contactEmail, social, region, passwords }) => ({
      contactEmail: contactEmail ?? '',
      social,
      region,
      passwords,
    }),
    draftOf: (values) => values,
  })
  const { values, set, problems, isDirty } = editor
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <Editor editor={editor} back="/admin/dashboard">
      <div className="grid gap-8">
        <ResettableGroup
          of="the contact address"
          isDefault={values.contactEmail === ''}
          onReset={() => set('contactEmail', '')}
        >
          <div className="w-full max-w-lg">
            <TextField
              {...editor.field('contactEmail')}
              type="email"
              autoComplete="off"
              placeholder={starter.contactEmail ?? ''}
              help={
                starter.contactEmail
                  ? `Where messages from the contact page go. If empty, it is ${starter.contactEmail}.`
                  : 'Where messages from the contact page go. Without an address, visitors cannot send you messages.'
              }
            />
          </div>
        </ResettableGroup>
        <ResettableGroup of="the social links" isDefault={values.social === null} onReset={() => set('social', null)}>
          <SocialFields
            rows={values.social}
            inFile={starter.social ?? []}
            problem={problems.social ?? null}
            onChange={(rows) => set('social', rows)}
          />
        </ResettableGroup>
        <ResettableGroup
          of="language, time zone and currency"
          isDefault={values.region === null}
          onReset={() => set('region', null)}
        >
          <RegionFields
            region={values.region ?? starter.region!}
            isCurrencyLocked={isCurrencyLocked}
            problem={problems.region ?? null}
            onChange={(region) => set('region', region)}
          />
        </ResettableGroup>
        <ResettableGroup
          of="the rules for passwords"
          isDefault={values.passwords === null}
          onReset={() => set('passwords', null)}
        >
          <PasswordFields
            rules={values.passwords ?? starter.passwords!}
            problem={problems.passwords ?? null}
            onChange={(passwords) => set('passwords', passwords)}
          />
        </ResettableGroup>
      </div>
      <LeaveGuard isUnsaved={editor.isDirtyNow} removesForm={anotherTab} />
    </Editor>
  )
}

/** The fields of one group, and the way back to its default. */
const ResettableGroup = ({ children, ...reset }: ResetToDefaultProps & { children: ReactNode }) => (
  <div className="grid justify-items-start gap-3">
    {children}
    <ResetToDefault {...reset} />
  </div>
)

/** Another tab of the settings is the same page to the router, and unmounts the form too. */
const anotherTab = (from: { pathname: string; search: object }, to: typeof from) =>
  from.pathname === to.pathname && tabOf(from.search) !== tabOf(to.search)

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined)
