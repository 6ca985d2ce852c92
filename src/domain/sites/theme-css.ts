import { isHex, white } from '#domain/sites/colours.ts'
import {
  type Gradient,
  type Gradients,
  type Hex,
  type Palette,
  type Shade,
  type Site,
  shades,
  type Theme,
} from '#domain/sites/site.ts'
import { filledTheme } from '#domain/sites/theme.ts'

/**
 * The site's colours as custom properties of the document: the light theme, and the dark one where the system asks for
 * it or `data-theme` says so. Only 6-digit hex colours and whole degrees are ever written; whatever else a theme holds
 * is ignored and the standard theme stands in for it.
 */
export function themeCss({ theme }: Pick<Site, 'theme'>): string {
  const light = variables(theme, 'light')
  const dark = variables(theme, 'dark').filter((line) => !light.includes(line))
  return [
    `:root{color-scheme:light;${light.join('')}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark;${dark.join('')}}}`,
    `:root[data-theme="dark"]{color-scheme:dark;${dark.join('')}}`,
  ].join('\n')
}

/** The colour of the browser's own frame around the page. */
export const frameColours = ({ theme }: Pick<Site, 'theme'>): { light: Hex; dark: Hex } => ({
  light: safeColour(theme, 'light', 'secondary', 50),
  dark: safeColour(theme, 'dark', 'secondary', 900),
})

const standing = filledTheme()

function safeColour(theme: Theme, variant: keyof Theme, name: keyof Palette, shade: Shade): Hex {
  const wanted = theme[variant].colours[name][shade]
  return isHex(wanted) ? wanted : standing[variant].colours[name][shade]
}

function variables(theme: Theme, variant: keyof Theme): string[] {
  const scales = (['primary', 'secondary', 'accent'] as const).flatMap((name) => [
    ...shades.map((shade) => `--${name}-${shade}:${safeColour(theme, variant, name, shade)};`),
    `--${name}-foreground:${name === 'secondary' ? safeColour(theme, variant, name, 900) : white};`,
  ])
  const gradients = gradientNames.map(([name, pick]) => {
    const css = gradientCss(pick(theme[variant].gradients)) ?? gradientCss(pick(standing[variant].gradients))
    return `--gradient-${name}:${css};`
  })
  return [...scales, ...gradients]
}

const gradientNames: [name: string, pick: (gradients: Gradients) => Gradient][] = [
  ['layout', (g) => g.layout],
  ['components', (g) => g.components],
  ['features', (g) => g.features],
  ['announcement-info', (g) => g.announcements.info],
  ['announcement-success', (g) => g.announcements.success],
  ['announcement-warning', (g) => g.announcements.warning],
  ['announcement-urgent', (g) => g.announcements.urgent],
  ['tags', (g) => g.tags],
]

function gradientCss({ angle, stops }: Gradient): string | null {
  const colours = stops.filter(isHex)
  const turned = Number.isInteger(angle) && angle >= 0 && angle <= 360
  return turned && colours.length >= 2 ? `linear-gradient(${angle}deg,${colours.join(',')})` : null
}
