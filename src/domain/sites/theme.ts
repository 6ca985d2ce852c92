import { gradientVariables, white } from '#domain/sites/contrast.ts'
import {
  type ColourScale,
  type Gradient,
  type Gradients,
  type Hex,
  type Palette,
  type Shade,
  type Site,
  type SiteStyle,
  shades,
  type Theme,
  type ThemeConfig,
} from '#domain/sites/site.ts'
import { withDefaults } from '#domain/sites/with-defaults.ts'

export const isHexColour = (value: unknown): value is Hex => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** Ten colours, separated by spaces, from the lightest shade, 50, to the darkest, 900. */
export function parseColourScale(colours: string): ColourScale {
  const each = colours.split(' ')
  return Object.fromEntries(shades.map((shade, i) => [shade, each[i]])) as ColourScale
}

const red = parseColourScale('#fff4f2 #ffe3de #ffc9c1 #fda395 #f66f5f #e5402f #c9211e #a6161a #831419 #560c12')
const slate = parseColourScale('#f6f7f9 #eceff3 #dadfe6 #bfc7d2 #929dad #667284 #4a5566 #353f4e #1d2530 #0d1219')
const amber = parseColourScale('#fff8eb #feecc7 #fdd98c #fbc04f #f5a524 #dc8410 #a85a08 #86430c #6d3710 #43200a')

/** In the dark theme red and amber glow a little more, slate is a little bluer; white lettering stays readable. */
export const standardPalettes: { light: Palette; dark: Palette } = {
  light: { primary: red, secondary: slate, accent: amber },
  dark: {
    primary: { ...red, 300: '#ffb1a4', 400: '#ff8272', 500: '#f0503f', 600: '#cf2a26' },
    secondary: { ...slate, 700: '#323d4d', 800: '#1e2836', 900: '#121a26' },
    accent: { ...amber, 300: '#fdcb68', 400: '#f9b43c' },
  },
}

/** The dark theme takes a site's own colours from the light one unless it has its own. */
export function themeWithDefaults({ light = {}, dark = {} }: ThemeConfig = {}): Theme {
  const { layout: _, ...underWhite } = light.gradients ?? {}
  const colours = {
    light: withDefaults<Palette>(standardPalettes.light, light.colours),
    dark: withDefaults<Palette>(withDefaults(standardPalettes.dark, light.colours), dark.colours),
  }
  return {
    light: {
      colours: colours.light,
      gradients: withDefaults(defaultGradientsOf(colours.light, 'light'), light.gradients),
    },
    dark: {
      colours: colours.dark,
      gradients: withDefaults(withDefaults(defaultGradientsOf(colours.dark, 'dark'), underWhite), dark.gradients),
    },
  }
}

export function defaultGradientsOf({ primary, secondary, accent }: Palette, theme: keyof Theme): Gradients {
  return {
    layout: { angle: 180, stops: theme === 'light' ? ['#ffffff', secondary[100]] : [secondary[900], secondary[800]] },
    components: { angle: 135, stops: [primary[600], primary[700]] },
    features: { angle: 120, stops: [primary[800], secondary[900]] },
    announcements: {
      info: { angle: 90, stops: [secondary[700], secondary[800]] },
      success: { angle: 90, stops: ['#166534', '#14532d'] },
      warning: { angle: 90, stops: [accent[700], accent[800]] },
      urgent: { angle: 90, stops: ['#b91c1c', '#991b1b'] },
    },
    tags: { angle: 90, stops: [secondary[600], secondary[700]] },
  }
}

/**
 * The site's colours as custom properties of the document: the light theme, and the dark one where the system asks for
 * it or `data-theme` says so. Only 6-digit hex colours and whole degrees are ever written; anything else a theme holds
 * is ignored and the standard theme stands in for it.
 */
export function themeCss({ theme }: Pick<Site, 'theme'>): string {
  const light = linesOf(themeVariables(theme, 'light'))
  const dark = linesOf(themeVariables(theme, 'dark')).filter((line) => !light.includes(line))
  return [
    `:root{color-scheme:light;${light.join('')}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){color-scheme:dark;${dark.join('')}}}`,
    `:root[data-theme="dark"]{color-scheme:dark;${dark.join('')}}`,
  ].join('\n')
}

/** The radius of corners, where the site has chosen one. Square corners need no rule. */
export const styleCss = ({ radius }: Pick<SiteStyle, 'radius'>): string =>
  radius > 0 ? `:root{--radius:${radius}px}` : ''

/** The colour of the browser's own frame around the page. */
export const browserBarColours = ({ theme }: Pick<Site, 'theme'>): { light: Hex; dark: Hex } => ({
  light: safeColour(theme, 'light', 'secondary', 50),
  dark: safeColour(theme, 'dark', 'secondary', 900),
})

/** The band above every mail. It is dark in both themes, so the logo stays readable where mail programs invert colours. */
export const mailHeaderColour = ({ theme }: Pick<Site, 'theme'>): Hex => safeColour(theme, 'dark', 'secondary', 900)

const defaultTheme = themeWithDefaults()

function safeColour(theme: Theme, variant: keyof Theme, name: keyof Palette, shade: Shade): Hex {
  const wanted = theme[variant].colours[name][shade]
  return isHexColour(wanted) ? wanted : defaultTheme[variant].colours[name][shade]
}

const linesOf = (variables: Record<string, string>): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}:${value};`)

/** The custom properties of one theme. */
export function themeVariables(theme: Theme, variant: keyof Theme): Record<string, string> {
  const scales = (['primary', 'secondary', 'accent'] as const).flatMap((name) => [
    ...shades.map((shade) => [`--${name}-${shade}`, safeColour(theme, variant, name, shade)]),
    [`--${name}-foreground`, name === 'secondary' ? safeColour(theme, variant, name, 900) : white],
  ])
  const gradients = gradientVariables.map(([name, pick]) => [
    `--gradient-${name}`,
    gradientCss(pick(theme[variant].gradients)) ?? gradientCss(pick(defaultTheme[variant].gradients))!,
  ])
  return Object.fromEntries([...scales, ...gradients])
}

export function gradientCss({ angle, stops }: Gradient): string | null {
  const colours = stops.filter(isHexColour)
  const turned = Number.isInteger(angle) && angle >= 0 && angle <= 360
  return turned && colours.length >= 2 ? `linear-gradient(${angle}deg,${colours.join(',')})` : null
}
