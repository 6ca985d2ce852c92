import type { OwnAnswers } from '#domain/set-up/answers.ts'
import { vatPreset } from '#domain/set-up/region.ts'
import { mailingListSchema } from '#domain/sites/schema.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'

/** The settings that follow from the answers. Download limits and password rules are kept. */
export function ownSettings(
  answers: OwnAnswers,
  { features }: Pick<Site, 'features'>,
): Omit<SettingValues, 'downloads' | 'passwords'> {
  const { email, region, areas, country, chargesVat } = answers
  const hasArea = (area: OwnAnswers['areas'][number]) => areas.includes(area)
  return {
    contactEmail: email,
    social: [],
    features: {
      shop: { ...features.shop, enabled: hasArea('shop') },
      media: { enabled: hasArea('media') },
      gallery: hasArea('gallery'),
      tour: hasArea('tour'),
      announcements: true,
      discography: hasArea('records'),
      press: hasArea('press'),
      awards: hasArea('awards'),
      digitalProducts: hasArea('shop'),
    },
    mailingList: ownMailingList(answers),
    region,
    vat: { pricesIncludeVat: true, rates: (chargesVat && vatPreset(country)) || {} },
    delivery: hasArea('shop') ? ownDelivery(answers) : [],
  }
}

/** Subscriptions go to the contact address until the list has an address of its own. */
function ownMailingList({ email, areas }: OwnAnswers): SettingValues['mailingList'] {
  const [listName = '', productionDomain = ''] = email.split('@')
  const address = { listName, productionDomain: productionDomain.toLowerCase() }
  const canBeList = mailingListSchema.safeParse(address).success
  return {
    ...(canBeList ? address : { listName: 'updates', productionDomain: null }),
    enabled: canBeList && areas.includes('mailingList'),
    showInFooter: true,
    showOnHomepage: true,
    title: 'Stay in touch',
    description: 'New music and new dates by email, when there are some.',
  }
}

function ownDelivery({ country, delivery: { home, abroad } }: OwnAnswers): SettingValues['delivery'] {
  const method = (price: number) => ({ tiers: [{ fromSubtotal: 0, price }] })
  return [
    ...(home === null
      ? []
      : [{ id: 'home', name: 'Standard delivery', countries: [country], days: { from: 2, to: 5 }, ...method(home) }]),
    ...(abroad === null
      ? []
      : [
          {
            id: 'abroad',
            name: 'International delivery',
            countries: 'rest' as const,
            days: { from: 5, to: 15 },
            ...method(abroad),
          },
        ]),
  ]
}
