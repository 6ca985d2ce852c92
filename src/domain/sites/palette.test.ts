import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteContradictions } from '#domain/sites/contradictions.ts'
import { contrastRatio, failingPairs, minControlContrast, minTextContrast, white } from '#domain/sites/contrast.ts'
import { fromOklch, gradientColourBetween, mixColours, toOklch } from '#domain/sites/oklch.ts'
import {
  generateScale,
  generateTheme,
  suggestReadableColour,
  withBaseColour,
  withColourAndGradients,
  withGradient,
  withReadableColours,
} from '#domain/sites/palette.ts'
import type { Hex, Theme, ThemeVariant } from '#domain/sites/site.ts'
import { shades } from '#domain/sites/site.ts'
import { isHexColour, standardPalettes } from '#domain/sites/theme.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'
import { isLongRun } from '#tests/long-test.ts'

const site = siteFrom(minimalSite())
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value): Hex => `#${value.toString(16).padStart(6, '0')}`)
const bases = fc.record({ primary: hex, secondary: hex, accent: hex })
const variants = ['light', 'dark'] as const
const publishable = (theme: Theme) => siteContradictions({ ...site, theme }).length === 0

test('converts colours to OKLCH and back without change', () => {
  fc.assert(
    fc.property(hex, (colour) => fromOklch(toOklch(colour)) === colour),
    { numRuns: 500 },
  )
  expect(toOklch('#ff0000').lightness).toBeCloseTo(0.628, 3)
  expect(toOklch('#ff0000').hue).toBeCloseTo(29.2, 1)
  // As Chromium computes color-mix(in oklab, #121a26, black 25%).
  expect(mixColours('#121a26', '#000000', 0.25)).toBe('#080e16')
})

test('a scale runs from light to dark and keeps the hue of its base', () => {
  for (const base of ['#c9211e', '#1d4ed8', '#0f766e', '#f5a524', '#ffd400'] as const) {
    const colours = shades.map((shade) => generateScale(base, 'primary')[shade])
    const lightness = colours.map((colour) => toOklch(colour).lightness)
    expect(lightness).toEqual(lightness.toSorted((a, b) => b - a))
    expect(colours).toContain(base)
  }
})

test('whatever the base colours are, all texts of the theme can be read', () => {
  fc.assert(
    fc.property(bases, (chosen) => {
      const theme = generateTheme(chosen)
      return failingPairs(theme).length === 0 && publishable(theme)
    }),
    { numRuns: 100 },
  )
})

/** Half of them can be read as generated; the others have shades or gradients that an owner has picked at random. */
const palettes = fc
  .tuple(
    bases,
    fc.array(
      fc.tuple(
        fc.constantFrom(...variants),
        fc.constantFrom('primary', 'secondary', 'accent'),
        fc.constantFrom(...shades),
        hex,
      ),
      { maxLength: 3 },
    ),
    fc.array(
      fc.tuple(
        fc.constantFrom(...variants),
        fc.constantFrom('layout' as const, 'components' as const, 'tags' as const),
        fc.array(hex, { minLength: 2, maxLength: 4 }),
        // Any colour, or one near that of the page, which has a chance to pass.
        fc.constantFrom(0, 0.9, 0.97),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([chosen, edits, gradients]) =>
    gradients.reduce<Theme>(
      (theme, [variant, name, stops, nearness]) =>
        withGradient(theme, [variant, name], {
          angle: 90,
          stops: stops.map((stop) =>
            mixColours(
              stop,
              name === 'layout' && variant === 'light' ? white : theme.dark.colours.secondary[900],
              nearness,
            ),
          ),
        }),
      edits.reduce<Theme>(
        (theme, [variant, role, shade, colour]) =>
          withColourAndGradients(theme, [variant as 'light', 'colours', role as 'primary', shade], colour),
        {
          light: { ...site.theme.light, colours: scalesOf(chosen) },
          dark: { ...site.theme.dark, colours: scalesOf(chosen) },
        },
      ),
    ),
  )

const scalesOf = ({ primary, secondary, accent }: { primary: Hex; secondary: Hex; accent: Hex }) => ({
  primary: generateScale(primary, 'primary'),
  secondary: generateScale(secondary, 'secondary'),
  accent: generateScale(accent, 'accent'),
})

test('refuses to publish any random palette with a text below 4.5:1', () => {
  let published = 0
  let refused = 0
  /** Published with a page background of the owner's own. */
  let ownLayouts = 0
  const numRuns = isLongRun ? 10_000 : 1_000
  fc.assert(
    fc.property(palettes, (theme) => {
      if (!publishable(theme)) {
        refused++
        return true
      }
      published++
      if (variants.some((variant) => theme[variant].gradients.layout.angle === 90)) ownLayouts++
      return readingsOf(theme).every(([one, other, needed]) => contrastRatio(one, other) >= needed)
    }),
    { numRuns },
  )
  // The generator must try both, or the property says nothing.
  expect(Math.min(published, refused)).toBeGreaterThan(numRuns / 20)
  expect(ownLayouts).toBeGreaterThan(numRuns / 100)
})

/** What a visitor reads on the page itself, listed a second time and without the table of pairs. */
function readingsOf({ light, dark }: Theme): [Hex, Hex, number][] {
  const { colours: l } = light
  const { colours: d } = dark
  const night = mixColours(d.secondary[900], '#000000', 0.25)
  return [
    ...[l, d].flatMap(({ primary, accent, secondary }): [Hex, Hex, number][] => [
      ...([600, 700, 800, 900] as const).flatMap((shade): [Hex, Hex, number][] => [
        [white, primary[shade], minTextContrast],
        [white, accent[shade], minTextContrast],
      ]),
      ...([50, 100, 200, 300] as const).map((shade): [Hex, Hex, number] => [
        secondary[900],
        secondary[shade],
        minTextContrast,
      ]),
    ]),
    [l.secondary[600], l.secondary[50], minTextContrast],
    [l.primary[700], l.secondary[50], minTextContrast],
    [l.accent[800], l.secondary[100], minTextContrast],
    [l.secondary[500], white, minControlContrast],
    [d.secondary[50], night, minTextContrast],
    [d.secondary[300], night, minTextContrast],
    [d.primary[300], night, minTextContrast],
    [d.accent[300], night, minTextContrast],
    [d.secondary[400], night, minControlContrast],
    ...backgroundsOf(light).flatMap((background): [Hex, Hex, number][] => [
      [l.secondary[900], background, minTextContrast],
      [l.secondary[600], background, minTextContrast],
      [l.primary[700], background, minTextContrast],
      [l.accent[800], background, minTextContrast],
      ['#b91c1c', background, minTextContrast],
      ['#166534', background, minTextContrast],
      ['#854d0e', background, minTextContrast],
      [l.secondary[500], background, minControlContrast],
    ]),
    ...backgroundsOf(dark).flatMap((background): [Hex, Hex, number][] => [
      [d.secondary[50], background, minTextContrast],
      [d.secondary[300], background, minTextContrast],
      [d.primary[300], background, minTextContrast],
      [d.accent[300], background, minTextContrast],
      ['#fca5a5', background, minTextContrast],
      ['#86efac', background, minTextContrast],
      ['#fde047', background, minTextContrast],
      [d.secondary[400], background, minControlContrast],
    ]),
    ...[light, dark].flatMap(({ gradients: { components, features, tags, announcements } }) =>
      [components, features, tags, ...Object.values(announcements)].flatMap(({ stops }) =>
        stops.map((stop): [Hex, Hex, number] => [white, stop, minTextContrast]),
      ),
    ),
  ]
}

/** The colours of a page's gradient, and those in the middle between two of them. */
const backgroundsOf = ({ gradients }: ThemeVariant): Hex[] => {
  const { stops } = gradients.layout
  return [...stops, ...stops.slice(1).map((stop, at) => gradientColourBetween(stops[at]!, stop, 0.5))]
}

test('refuses a page background on which notes or links cannot be read, also between its colours', () => {
  const refusals = (stops: Hex[]) =>
    failingPairs(withGradient(site.theme, ['light', 'layout'], { angle: 180, stops })).map(
      ({ use, changes, background }) => [use, changes.slice(1), background.name],
    )
  expect(refusals(['#ffffff', '#94a3b8'])).toContainEqual([
    'dates, captions and notes',
    ['gradients', 'layout', 1],
    'gradient layout, colour 2',
  ])
  // Notes can be read on each of them, and not on what is between them.
  const [green, pink] = ['#00f000', '#ffb0ff'] as const
  for (const each of [green, pink])
    expect(contrastRatio(site.theme.light.colours.secondary[600], each)).toBeGreaterThan(minTextContrast)
  const between = refusals([green, pink]).filter(([, , name]) => name === 'gradient layout, between colours 1 and 2')
  expect(between.map(([use]) => use)).toContain('dates, captions and notes')
  expect(refusals(['#ffffff', '#fdfdfd'])).toEqual([])
})

test('suggests another page background of the owner instead of other text shades', () => {
  const own = withGradient(site.theme, ['light', 'layout'], { angle: 180, stops: ['#ffffff', '#94a3b8'] })
  const mended = withReadableColours(own)
  expect(failingPairs(mended)).toEqual([])
  expect(mended.light.colours).toEqual(own.light.colours)
})

test('suggests the nearest shade of the same hue that can be read', () => {
  const pale = withColourAndGradients(site.theme, ['light', 'colours', 'primary', 600], '#f08080')
  const [failing] = failingPairs(pale)
  const suggested = suggestReadableColour(pale, failing!.changes)!
  expect(contrastRatio(white, suggested)).toBeGreaterThanOrEqual(minTextContrast)
  expect(contrastRatio(white, suggested)).toBeLessThan(5)
  expect(toOklch(suggested).hue).toBeCloseTo(toOklch('#f08080').hue, -1)
  expect(publishable(withColourAndGradients(pale, failing!.changes, suggested))).toBe(true)
})

test('generated gradients follow a changed shade, gradients of the owner do not', () => {
  const own = structuredClone(site.theme)
  own.light.gradients.features = { angle: 10, stops: ['#111111', '#222222'] }
  const changed = withBaseColour(own, 'primary', '#1d4ed8')
  expect(changed.light.gradients.components.stops).toEqual([
    changed.light.colours.primary[600],
    changed.light.colours.primary[700],
  ])
  expect(changed.light.gradients.features).toEqual(own.light.gradients.features)
  expect(changed.light.gradients.announcements.urgent).toEqual(own.light.gradients.announcements.urgent)
  const edited = withColourAndGradients(changed, ['dark', 'colours', 'primary', 700], '#123456')
  expect(edited.dark.gradients.components.stops[1]).toBe('#123456')
  expect(edited.light).toEqual(changed.light)
})

test('does not change a theme whose texts all have enough contrast', () => {
  expect(withReadableColours(site.theme)).toBe(site.theme)
  expect(Object.values(standardPalettes.light.primary).every(isHexColour)).toBe(true)
})
