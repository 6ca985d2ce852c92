import { Link } from '@tanstack/react-router'
import { hasShop } from '#domain/sites/features.ts'
import { DefinitionList } from '#web/admin/settings/definition-list.tsx'
import { SiteSettingsForm } from '#web/admin/settings/site-settings/site-form.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The settings that are in effect at once, and what only the operator of the server can change. */
export function SitePanel() {
  const site = useWebsite()
  return (
    <div className="grid gap-10">
      <SiteSettingsForm />
      <div className="grid gap-10 lg:grid-cols-2">
        <ScreenSection title="This website" intro={`Set in sites/${site.folder}/site.ts on the server.`}>
          <DefinitionList
            facts={[
              ['Address', site.domain],
              ['Business', site.businessType],
              ['Website id', <code key="id">{site.siteId}</code>],
            ]}
          />
        </ScreenSection>
        <ScreenSection title="More settings" intro="They are in effect at once too.">
          <div className="flex flex-wrap gap-3">
            <Link to="/admin/site/features" className={buttonClass({ variant: 'quiet' })}>
              Features
            </Link>
            {hasShop(site) && (
              <Link to="/admin/site/shop-rules" className={buttonClass({ variant: 'quiet' })}>
                Shop rules
              </Link>
            )}
          </div>
        </ScreenSection>
      </div>
    </div>
  )
}
