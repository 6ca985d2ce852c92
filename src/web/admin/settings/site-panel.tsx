import { Link } from '@tanstack/react-router'
import { hasShop } from '#domain/sites/features.ts'
import { Facts } from '#web/admin/settings/facts.tsx'
import { SiteForm } from '#web/admin/settings/site-form.tsx'
import { Part } from '#web/admin/ui/screen.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The settings that are in effect at once, and what only the operator of the server can change. */
export function SitePanel() {
  const site = useWebsite()
  return (
    <div className="grid gap-10">
      <SiteForm />
      <div className="grid gap-10 lg:grid-cols-2">
        <Part title="This website" intro={`Set in sites/${site.folder}/site.ts on the server.`}>
          <Facts
            facts={[
              ['Address', site.domain],
              ['Business', site.businessType],
              ['Website id', <code key="id">{site.siteId}</code>],
            ]}
          />
        </Part>
        <Part title="More settings" intro="They are in effect at once too.">
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
        </Part>
      </div>
    </div>
  )
}
