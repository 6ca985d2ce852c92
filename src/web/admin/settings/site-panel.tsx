import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** What the site is made with. It is written in the site's own folder, so it can be read here and not changed. */
export function SitePanel() {
  const site = useWebsite()
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <div className="grid content-start gap-10">
        <Part title="This website" intro={`From sites/${site.folder}/site.ts, which also says how it looks.`}>
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
        <Part title="Passwords" intro="What this website asks of a new password.">
          <Facts facts={passwordFacts(site)} />
        </Part>
      </div>
      <Part title="Features" intro="A page whose feature is off does not exist for visitors.">
        <Facts facts={featureFacts(site)} />
      </Part>
      <EquipmentPart />
    </div>
  )
}

function EquipmentPart() {
  const { api } = useRouter().options.context
  return (
    <Part title="What it runs on" intro="The same for all websites of this process; set in its environment.">
      <Loaded query={equipmentQuery(api)}>
        {({ parts, warning }) => (
          <div className="grid gap-4">
            {warning && <p className="border-warning-ink border-l-4 bg-raised px-4 py-2.5 font-medium">{warning}</p>}
            <Facts
              facts={parts.map(({ part, runsOn, embedded }) => [part, embedded ? `${runsOn}, embedded` : runsOn])}
            />
          </div>
        )}
      </Loaded>
    </Part>
  )
}

const equipmentQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['admin', 'equipment'], queryFn: () => answerOf(api.api.site.equipment.$get()) })

type Fact = [name: string, value: ReactNode]
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

function passwordFacts({ passwordRequirements: asked }: PublicSite): Fact[] {
  return [
    ['Length', `${asked.minLength} or more`],
    ['Uppercase letter', yesNo(asked.uppercase)],
    ['Lowercase letter', yesNo(asked.lowercase)],
    ['Number', yesNo(asked.number)],
    ['Special character', asked.special ? `Required, ${asked.special} set` : 'Not required'],
  ]
}

const Facts = ({ facts }: { facts: Fact[] }) => (
  <dl className="border-line border-y bg-raised text-[0.9375rem]">
    {facts.map(([name, value]) => (
      <div
        key={name}
        className="grid grid-cols-[7rem_1fr] sm:grid-cols-[9rem_1fr] gap-3 border-line px-4 py-2.5 not-first:border-t"
      >
        <dt className="text-soft">{name}</dt>
        <dd className="min-w-0 break-words font-medium">{value}</dd>
      </div>
    ))}
  </dl>
)
