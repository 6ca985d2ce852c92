import { Link, useRouter } from '@tanstack/react-router'
import type { AdminSettings } from '#api/admin/settings.ts'
import { DefinitionList } from '#web/admin/settings/definition-list.tsx'
import { settingsQuery } from '#web/admin/settings/settings-query.ts'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

/** What is not drafted but in effect as soon as it is saved; it is changed in the settings. */
export function EffectiveSettingsCard() {
  const { api } = useRouter().options.context
  return (
    <ScreenSection
      title="In effect at once"
      intro="These are not part of the draft: visitors see a change as soon as it is saved."
      action={
        <Link to="/admin/settings" search={{ tab: 'site' }} className={buttonClass({ variant: 'quiet' })}>
          Change these
        </Link>
      }
    >
      <QueryBoundary query={settingsQuery(api)}>
        {(settings) => <DefinitionList facts={settingRows(settings)} />}
      </QueryBoundary>
    </ScreenSection>
  )
}

function settingRows({ starter, ...own }: AdminSettings): [string, string][] {
  const { locale, zone, currency } = own.region ?? starter.region!
  const social = own.social ?? starter.social ?? []
  return [
    ['Contact address', own.contactEmail ?? starter.contactEmail ?? 'None'],
    ['Social links', social.map(({ label }) => label).join(', ') || 'None'],
    ['Language', new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale],
    ['Time zone', zone],
    ['Currency', own.isCurrencyLocked ? `${currency}, fixed because there are orders` : currency],
  ]
}
