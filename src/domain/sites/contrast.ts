import { gradientColourBetween, linearRgb, mixColours } from '#domain/sites/oklch.ts'
import type { Gradient, Gradients, Hex, Palette, Shade, Theme, ThemeVariant } from '#domain/sites/site.ts'

/** WCAG AA for text of ordinary size. */
export const minTextContrast = 4.5
/** The same for text from 24 px, or 18.7 px bold, and for the edges of controls. */
export const minControlContrast = 3
export const white: Hex = '#ffffff'

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2). */
export function contrastRatio(one: Hex, other: Hex): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(colour: Hex): number {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export type ThemeVariantName = keyof Theme
/** Where a colour stands in a theme: `['light', 'colours', 'primary', 600]`. */
export type ColourPath =
  | readonly [ThemeVariantName, 'colours', keyof Palette, Shade]
  | readonly [ThemeVariantName, 'gradients', GradientName, number]

const gradientParts = [
  ['layout', (g) => g.layout],
  ['components', (g) => g.components],
  ['features', (g) => g.features],
  ['announcement-info', (g) => g.announcements.info],
  ['announcement-success', (g) => g.announcements.success],
  ['announcement-warning', (g) => g.announcements.warning],
  ['announcement-urgent', (g) => g.announcements.urgent],
  ['tags', (g) => g.tags],
] as const satisfies readonly [string, (gradients: Gradients) => Gradient][]

export type GradientName = (typeof gradientParts)[number][0]
/** The gradients by the names of their CSS variables. */
export const gradientVariables: readonly (readonly [GradientName, (gradients: Gradients) => Gradient])[] = gradientParts

export const gradientNamed = (gradients: Gradients, name: GradientName): Gradient =>
  gradientVariables.find(([each]) => each === name)![1](gradients)

/** One side of a pair; `path` is null where the owner cannot change the colour. */
export type PairSide = { name: string; colour: Hex; path: ColourPath | null }

/** A text, or the edge of a control, and what it stands on. */
export type ContrastPair = {
  variant: ThemeVariantName
  text: PairSide
  background: PairSide
  /** Where visitors see it. */
  use: string
  needed: typeof minTextContrast | typeof minControlContrast
  ratio: number
  /** The colour to change so that the pair passes. */
  changes: ColourPath
}

type Surface = 'ground' | 'raised' | 'sunken' | 'plate' | 'night'
type Ink = { use: string; needed?: 3; on: readonly (Surface | 'layout')[]; side: (theme: InVariant) => PairSide }

/** A variant with its name: what the two themes do differently depends on it. */
type InVariant = { variant: ThemeVariantName; theme: ThemeVariant }

const shadeOf = ({ variant, theme }: InVariant, scale: keyof Palette, shade: Shade): PairSide => ({
  name: `${scale} ${shade}`,
  colour: theme.colours[scale][shade],
  path: [variant, 'colours', scale, shade],
})

/** Another shade in each theme. */
const shadeSide =
  (scale: keyof Palette, light: Shade, dark: Shade = light) =>
  (theme: InVariant): PairSide =>
    shadeOf(theme, scale, theme.variant === 'light' ? light : dark)

const fixedColourSide =
  (name: string, light: Hex, dark: Hex = light) =>
  ({ variant }: InVariant): PairSide => ({ name, colour: variant === 'light' ? light : dark, path: null })

/** What texts stand on, as `styles.css` makes it from the shades (a test compares the two). */
export const surfaceColours: Record<Surface, (theme: InVariant) => PairSide> = {
  ground: ({ variant, theme }) => mixedSurfaceSide('page', { variant, theme }, [50, white, 0], [900, '#000000', 0.25]),
  raised: ({ variant, theme }) =>
    variant === 'light'
      ? { name: 'panel', colour: white, path: null }
      : mixedSurfaceSide('panel', { variant, theme }, [50, white, 0], [900, theme.colours.secondary[800], 0.6]),
  sunken: ({ variant, theme }) =>
    mixedSurfaceSide('sunken area', { variant, theme }, [100, white, 0], [900, '#000000', 0.5]),
  plate: (theme) => ({ ...shadeSide('secondary', 200, 800)(theme), name: 'picture plate' }),
  night: (theme) => ({ ...shadeOf(theme, 'secondary', 900), name: 'dark area' }),
}

type Mix = [shade: Shade, withColour: Hex, part: number]

function mixedSurfaceSide(name: string, inVariant: InVariant, light: Mix, dark: Mix): PairSide {
  const [from, withColour, part] = inVariant.variant === 'light' ? light : dark
  const { colour, path } = shadeOf(inVariant, 'secondary', from)
  return { name, colour: part === 0 ? colour : mixColours(colour, withColour, part), path }
}

/** Public pages stand on the gradient `layout`, pages of the admin area on `ground`. */
const page = ['ground', 'raised', 'sunken', 'layout'] as const

/** The inks of `styles.css`, and where components use them. */
const inks: Ink[] = [
  { use: 'texts and headings', on: [...page, 'plate'], side: shadeSide('secondary', 900, 50) },
  { use: 'dates, captions and notes', on: page, side: shadeSide('secondary', 600, 300) },
  { use: 'links', on: page, side: shadeSide('primary', 700, 300) },
  { use: 'labels, highlights and the ring around what has the focus', on: page, side: shadeSide('accent', 800, 300) },
  { use: 'edges of fields and buttons', needed: 3, on: page, side: shadeSide('secondary', 500, 400) },
  { use: 'error messages', on: page, side: fixedColourSide('red', '#b91c1c', '#fca5a5') },
  { use: 'messages of success', on: page, side: fixedColourSide('green', '#166534', '#86efac') },
  { use: 'warnings', on: page, side: fixedColourSide('yellow', '#854d0e', '#fde047') },
  { use: 'texts on dark areas', on: ['night'], side: shadeSide('secondary', 50) },
  { use: 'notes on dark areas', on: ['night'], side: shadeSide('secondary', 300) },
  { use: 'the next show and the player', on: ['night'], side: shadeSide('accent', 500, 400) },
]

/** White text: SITE-6. The first two shades of primary are those of buttons. */
const whiteUse = (scale: 'primary' | 'accent', shade: Shade): string =>
  scale === 'primary' && (shade === 600 || shade === 700) ? 'main buttons' : `areas in ${scale} ${shade}`

const gradientUses: Record<Exclude<GradientName, 'layout'>, string> = {
  components: 'main buttons',
  features: 'large panels',
  'announcement-info': 'the banner, for information',
  'announcement-success': 'the banner, for good news',
  'announcement-warning': 'the banner, for warnings',
  'announcement-urgent': 'the banner, when urgent',
  tags: 'labels',
}

/** Every text and control of the site on what it stands on, in both themes. */
export const contrastPairs = (theme: Theme): ContrastPair[] =>
  (['light', 'dark'] as const).flatMap((variant) => pairsOf({ variant, theme: theme[variant] }))

function pairsOf(inVariant: InVariant): ContrastPair[] {
  const { variant, theme } = inVariant
  const whiteText: PairSide = { name: 'white', colour: white, path: null }
  const darkText = shadeOf(inVariant, 'secondary', 900)
  const layout = pointsOf(inVariant, 'layout')
  const sideOn = (on: Surface | 'layout', text: PairSide): PairSide =>
    on === 'layout' ? hardestToRead(layout, text) : surfaceColours[on](inVariant)
  // Between two colours a gradient is never lighter than the lighter one, so for white text they are enough.
  const onGradient = gradientVariables.flatMap(([name, pick]) =>
    name === 'layout'
      ? []
      : pick(theme.gradients).stops.map((colour, at) =>
          pair(inVariant, whiteText, stopOf(variant, name, { colour, at }), { use: gradientUses[name] }),
        ),
  )
  return [
    ...inks.flatMap(({ on, side, use, needed }) => {
      const text = side(inVariant)
      return on.map((each) => pair(inVariant, text, sideOn(each, text), { use, needed }))
    }),
    ...(['primary', 'accent'] as const).flatMap((scale) =>
      ([600, 700, 800, 900] as const).map((each) =>
        pair(inVariant, whiteText, shadeOf(inVariant, scale, each), { use: whiteUse(scale, each) }),
      ),
    ),
    ...([50, 100, 200, 300] as const).map((each) =>
      pair(inVariant, darkText, shadeOf(inVariant, 'secondary', each), { use: `areas in secondary ${each}` }),
    ),
    ...onGradient,
  ]
}

const stopOf = (
  variant: ThemeVariantName,
  name: GradientName,
  { colour, at }: { colour: Hex; at: number },
): PairSide => ({
  name: `gradient ${name}, colour ${at + 1}`,
  colour,
  path: [variant, 'gradients', name, at],
})

const stepsBetween = 8

/** The colours of a gradient, and some between each two of them, where it can be darker than both. */
function pointsOf({ variant, theme }: InVariant, name: GradientName): PairSide[] {
  const { stops } = gradientNamed(theme.gradients, name)
  return stops.flatMap((colour, at) => {
    const stop = stopOf(variant, name, { colour, at })
    const next = stops[at + 1]
    if (next === undefined || next === colour) return [stop]
    const between = Array.from({ length: stepsBetween - 1 }, (_, step): PairSide => {
      const part = (step + 1) / stepsBetween
      const nearest: ColourPath = [variant, 'gradients', name, part <= 0.5 ? at : at + 1]
      return {
        name: `gradient ${name}, between colours ${at + 1} and ${at + 2}`,
        colour: gradientColourBetween(colour, next, part),
        path: nearest,
      }
    })
    return [stop, ...between]
  })
}

const hardestToRead = (points: readonly PairSide[], text: PairSide): PairSide =>
  points.reduce((worst, each) =>
    contrastRatio(text.colour, each.colour) < contrastRatio(text.colour, worst.colour) ? each : worst,
  )

type Requirement = { use: string; needed?: 3 | undefined }

function pair(
  { variant, theme }: InVariant,
  text: PairSide,
  background: PairSide,
  { use, needed }: Requirement,
): ContrastPair {
  // White and secondary 900 stay as they are, and a gradient of the owner's own must fit the texts, so what changes is
  // the background; elsewhere it is the shade of the text.
  const isSpecified =
    text.path === null || (text.path[2] === 'secondary' && (text.path[3] === 900 || text.path[3] === 50))
  const changes = (isSpecified || isOwnColour(theme, background) ? background.path : text.path) ?? text.path!
  return {
    variant,
    text,
    background,
    use,
    needed: needed ?? minTextContrast,
    ratio: contrastRatio(text.colour, background.colour),
    changes,
  }
}

/** A colour of a gradient that the palette does not have. */
const isOwnColour = ({ colours, gradients }: ThemeVariant, { path }: PairSide): boolean => {
  if (path?.[1] !== 'gradients') return false
  const known = new Set<Hex>([white, ...Object.values(colours.secondary)])
  return !gradientNamed(gradients, path[2]).stops.every((stop) => known.has(stop))
}

/** The pairs that visitors could not read. */
export const failingPairs = (theme: Theme): ContrastPair[] =>
  contrastPairs(theme).filter(({ ratio, needed }) => ratio < needed)
