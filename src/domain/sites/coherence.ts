import { isChargeable } from '#domain/chargeable.ts'
import { takesCards } from '#domain/sites/features.ts'
import { featureLists, isLinked } from '#domain/sites/pages.ts'
import type { Gradient, Gradients, Hex, Site } from '#domain/sites/site.ts'
import { contrast, readable, white } from '#domain/sites/theme.ts'

/** Problems between fields of a site that are each valid by themselves. */
export function incoherences(site: Site): string[] {
  return [...unpayable(site), ...missingTexts(site), ...unreadable(site, 'light'), ...unreadable(site, 'dark')]
}

const unpayable = (site: Site): string[] =>
  takesCards(site) && !isChargeable(site.currency)
    ? [`currency ${site.currency} cannot be charged to a card here, and features.shop takes cards`]
    : []

function missingTexts(site: Site): string[] {
  return featureLists
    .filter((page) => isLinked(site, `/${page}`) && !site.content.pages[page])
    .map((page) => `content.pages.${page} is missing, and features.${page} is on`)
}

/** Text is white on primary and accent, dark on secondary; both must be readable. */
function unreadable(site: Site, variant: 'light' | 'dark'): string[] {
  const { colours, gradients } = site.theme[variant]
  const { primary, secondary, accent } = colours
  const on = (field: string, background: Hex, text: Hex, name: string): string[] => {
    const reached = contrast(background, text)
    if (reached >= readable) return []
    return [`theme.${variant}.${field} must carry ${name} text (contrast ${reached.toFixed(2)}, needed ${readable})`]
  }
  const layoutText: [Hex, string] = variant === 'light' ? [secondary[900], 'dark'] : [secondary[50], 'light']
  return [
    ...([600, 700, 800, 900] as const).flatMap((shade) => [
      ...on(`colours.primary.${shade}`, primary[shade], white, 'white'),
      ...on(`colours.accent.${shade}`, accent[shade], white, 'white'),
    ]),
    ...([50, 100, 200, 300] as const).flatMap((shade) =>
      on(`colours.secondary.${shade}`, secondary[shade], secondary[900], 'dark'),
    ),
    ...gradients.layout.stops.flatMap((stop, i) => on(`gradients.layout.stops[${i}]`, stop, ...layoutText)),
    ...underWhite(gradients).flatMap(([name, { stops }]) =>
      stops.flatMap((stop, i) => on(`gradients.${name}.stops[${i}]`, stop, white, 'white')),
    ),
  ]
}

function underWhite({ components, features, tags, announcements }: Gradients): [name: string, gradient: Gradient][] {
  const levels = Object.entries(announcements).map(([level, gradient]) => [`announcements.${level}`, gradient])
  return Object.entries({ components, features, tags, ...Object.fromEntries(levels) })
}
