import {
  type ColourPath,
  contrastRatio,
  failingPairs,
  type GradientName,
  gradientNamed,
  minTextContrast,
  white,
} from '#domain/sites/contrast.ts'
import { fromOklch, toOklch } from '#domain/sites/oklch.ts'
import type { ColourScale, Gradient, Hex, Palette, Theme } from '#domain/sites/site.ts'
import { defaultGradientsOf, parseColourScale } from '#domain/sites/theme.ts'

export type BaseColours = Record<keyof Palette, Hex>

/** Lightness of each shade and its share of the base's chroma: pale and dark shades hold less colour. */
const steps = [
  [0.976, 0.1],
  [0.947, 0.22],
  [0.892, 0.42],
  [0.815, 0.68],
  [0.7, 0.92],
  [0.6, 1],
  [0.53, 1],
  [0.455, 0.88],
  [0.385, 0.72],
  [0.28, 0.5],
] as const

/** Secondary is for pages and texts: calm, and its darkest shades are nearly black. */
const secondaryLightness = [0.977, 0.951, 0.902, 0.827, 0.69, 0.549, 0.447, 0.362, 0.262, 0.178] as const
const maxSecondaryChroma = 0.035

const scaleOf = (colours: readonly Hex[]): ColourScale => parseColourScale(colours.join(' '))

/**
 * The ten shades of a base colour. A primary or accent that carries white text is shade 600, that of buttons, as it is;
 * a lighter one is among the lighter shades.
 */
export function generateScale(base: Hex, role: keyof Palette): ColourScale {
  const { lightness, chroma, hue } = toOklch(base)
  if (role === 'secondary')
    return scaleOf(
      steps.map(([, share], at) => {
        const quiet = Math.min(chroma, maxSecondaryChroma) * Math.min(1, share + 0.15)
        return fromOklch({ lightness: secondaryLightness[at]!, chroma: quiet, hue })
      }),
    )
  const isButton = contrastRatio(white, base) >= minTextContrast
  const lightnessStepOf = (step: number): number => {
    if (!isButton) return step
    if (step > 0.65) return step
    return step >= 0.53 ? lightness + (step - 0.53) * 1.6 : lightness - ((0.53 - step) / 0.53) * lightness * 0.9
  }
  const own = isButton ? 6 : indexOfNearest(steps.map(([step]) => Math.abs(step - lightness)))
  return scaleOf(
    steps.map(([step, share], at) => {
      const colour = at === own ? base : fromOklch({ lightness: lightnessStepOf(step), chroma: chroma * share, hue })
      return at < 6 ? colour : darkenUntil(colour, (each) => contrastRatio(white, each) >= minTextContrast)
    }),
  )
}

const indexOfNearest = (distances: number[]): number => distances.indexOf(Math.min(...distances))

function darkenUntil(colour: Hex, passes: (colour: Hex) => boolean): Hex {
  const { lightness, chroma, hue } = toOklch(colour)
  for (let at = lightness, shown = colour; ; at -= 0.005, shown = fromOklch({ lightness: at, chroma, hue }))
    if (passes(shown) || at <= 0) return shown
}

/** A theme made from base colours. Gradients that the owner has made stay; the others follow the colours. */
export function generateTheme(bases: BaseColours): Theme {
  const colours: Palette = {
    primary: generateScale(bases.primary, 'primary'),
    secondary: generateScale(bases.secondary, 'secondary'),
    accent: generateScale(bases.accent, 'accent'),
  }
  return withReadableColours({
    light: { colours, gradients: defaultGradientsOf(colours, 'light') },
    dark: { colours, gradients: defaultGradientsOf(colours, 'dark') },
  })
}

/** The theme with another scale in both variants. */
export function withBaseColour(theme: Theme, role: keyof Palette, base: Hex): Theme {
  const scale = generateScale(base, role)
  return (['light', 'dark'] as const).reduce(
    (changed, variant) => withColours(changed, variant, { ...changed[variant].colours, [role]: scale }),
    theme,
  )
}

/** Gradients that are as their old colours make them follow the new ones. */
function withColours(theme: Theme, variant: keyof Theme, colours: Palette): Theme {
  const before = theme[variant]
  const followed = defaultGradientsOf(before.colours, variant)
  const next = defaultGradientsOf(colours, variant)
  const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const follow = <K extends 'layout' | 'components' | 'features' | 'tags'>(name: K) =>
    isSameJson(before.gradients[name], followed[name]) ? next[name] : before.gradients[name]
  const { announcements } = before.gradients
  const level = (name: keyof typeof announcements) =>
    isSameJson(announcements[name], followed.announcements[name]) ? next.announcements[name] : announcements[name]
  return {
    ...theme,
    [variant]: {
      colours,
      gradients: {
        layout: follow('layout'),
        components: follow('components'),
        features: follow('features'),
        announcements: {
          info: level('info'),
          success: level('success'),
          warning: level('warning'),
          urgent: level('urgent'),
        },
        tags: follow('tags'),
      },
    },
  }
}

export function colourAt(theme: Theme, path: ColourPath): Hex {
  if (path[1] === 'colours') return theme[path[0]].colours[path[2]][path[3]]
  return gradientNamed(theme[path[0]].gradients, path[2]).stops[path[3]]!
}

/** The theme with one colour changed; a shade takes the gradients that are made from it along. */
export function withColourAndGradients(theme: Theme, path: ColourPath, colour: Hex): Theme {
  const [variant] = path
  if (path[1] === 'colours') {
    const { colours } = theme[variant]
    return withColours(theme, variant, { ...colours, [path[2]]: { ...colours[path[2]], [path[3]]: colour } })
  }
  const { angle, stops } = gradientNamed(theme[variant].gradients, path[2])
  return withGradient(theme, [variant, path[2]], { angle, stops: stops.with(path[3], colour) })
}

/** The theme with one gradient in the place of its own; null makes it from the colours again. */
export function withGradient(
  theme: Theme,
  [variant, name]: readonly [keyof Theme, GradientName],
  gradient: Gradient | null,
): Theme {
  const { colours, gradients } = theme[variant]
  const chosen = gradient ?? gradientNamed(defaultGradientsOf(colours, variant), name)
  const changed = structuredClone(gradients)
  Object.assign(gradientNamed(changed, name), chosen)
  return { ...theme, [variant]: { colours, gradients: changed } }
}

const lightnessStep = 0.01

/**
 * The nearest colour of the same hue with which all texts can be read that this colour carries or is; null where no
 * lightness will do while the other colours stay.
 */
export function suggestReadableColour(theme: Theme, path: ColourPath): Hex | null {
  const { lightness, chroma, hue } = toOklch(colourAt(theme, path))
  const failingPairsAtPath = (candidate: Theme) =>
    failingPairs(candidate).filter(({ changes }) => changes.join() === path.join()).length
  for (let away = lightnessStep; away <= 1; away += lightnessStep)
    for (const lightnessThere of [lightness - away, lightness + away]) {
      if (lightnessThere < 0 || lightnessThere > 1) continue
      const colour = fromOklch({ lightness: lightnessThere, chroma, hue })
      if (failingPairsAtPath(withColourAndGradients(theme, path, colour)) === 0) return colour
    }
  return null
}

const maxSuggestions = 60

/** The theme with every suggestion taken, as far as there are some. */
export function withReadableColours(theme: Theme): Theme {
  let mended = theme
  for (let round = 0; round < maxSuggestions; round++) {
    const [first] = failingPairs(mended)
      .map(({ changes }) => ({ changes, colour: suggestReadableColour(mended, changes) }))
      .filter(({ colour }) => colour !== null)
    if (!first) return mended
    mended = withColourAndGradients(mended, first.changes, first.colour!)
  }
  return mended
}
