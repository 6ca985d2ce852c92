import type { PublicSite } from '#domain/sites/public-site.ts'
import { type Fact, Facts } from '#web/admin/settings/facts.tsx'
import { SiteForm } from '#web/admin/settings/site-form.tsx'
import { Part } from '#web/admin/ui/screen.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The settings that the owner can change, and the values of the site's folder, which are read-only here. */
export function SitePanel() {
  const site = useWebsite()
  return (
    <div className="grid gap-10">
      <SiteForm />
      <div className="grid gap-10 lg:grid-cols-2">
        <div className="grid content-start gap-10">
          <Part title="This website" intro={`Set in sites/${site.folder}/site.ts, together with the design.`}>
            <Facts
              facts={[
                ['Name', site.name],
                ['Address', site.domain],
                ['Business', site.businessType],
                ['Language', site.locale],
                ['Time zone', site.zone],
                ['Currency', site.currency],
                ['Website id', <code key="id">{site.siteId}</code>],
              ]}
            />
          </Part>
          <Part title="Passwords" intro="The rules for new passwords.">
            <Facts facts={passwordFacts(site)} />
          </Part>
        </div>
        <Part title="Features" intro="Visitors cannot see the pages of a feature that is off.">
          <Facts facts={featureFacts(site)} />
        </Part>
      </div>
    </div>
  )
}

const onOff = (is: boolean) => (is ? 'On' : 'Off')
const yesNo = (is: boolean) => (is ? 'Required' : 'Not required')

function featureFacts({ features: { shop, media, mailingList, ...features } }: PublicSite): Fact[] {
  return [
    ['Shop', shop.enabled ? `On, ${shop.type === 'contact' ? 'by contact' : 'card payments'}` : 'Off'],
    ['Digital products', onOff(shop.enabled && features.digitalProducts)],
    ['Tour', onOff(features.tour)],
    ['Gallery', onOff(features.gallery)],
    ['Media', onOff(media.enabled)],
    ['Announcements', onOff(features.announcements)],
    ['Discography', onOff(features.discography)],
    ['Awards', onOff(features.awards)],
    ['Press', onOff(features.press)],
    ['Mailing list', mailingList.enabled ? `On, ${mailingList.listName}` : 'Off'],
  ]
}

function passwordFacts({ passwordRequirements: required }: PublicSite): Fact[] {
  return [
    ['Length', `${required.minLength} or more`],
    ['Uppercase letter', yesNo(required.uppercase)],
    ['Lowercase letter', yesNo(required.lowercase)],
    ['Number', yesNo(required.number)],
    ['Special character', required.special ? `Required, ${required.special} set` : 'Not required'],
  ]
}
