import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastRatio, minTextContrast, white } from '#domain/sites/contrast.ts'
import type { Gradient, Hex, Site, Theme } from '#domain/sites/site.ts'
import {
  browserBarColours,
  parseColourScale,
  standardPalettes,
  themeCss,
  themeWithDefaults,
} from '#domain/sites/theme.ts'
import { minimalSite, siteFrom } from '#tests/fixtures/domain/sites.ts'

const standard = siteFrom(minimalSite())
const values = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):([^;]+);/g)].map(([, k, v]) => [k!, v!]))
const [light, systemDark, chosenDark] = themeCss(standard).split('\n') as [string, string, string]

/** A theme as nothing that checks it has seen it. */
function tampered(change: (theme: Theme) => void): Pick<Site, 'theme'> {
  const theme = structuredClone(standard.theme)
  change(theme)
  return { theme }
}

test('computes contrast as WCAG does', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#FFFFFF', '#767676')).toBeCloseTo(4.54, 2)
})

test.each(['light', 'dark'] as const)('text has enough contrast on the default colours of the %s theme', (variant) => {
  const { primary, secondary, accent } = standardPalettes[variant]
  for (const shade of [600, 700, 800, 900] as const) {
    expect(contrastRatio(white, primary[shade]), `white on primary ${shade}`).toBeGreaterThanOrEqual(minTextContrast)
    expect(contrastRatio(white, accent[shade]), `white on accent ${shade}`).toBeGreaterThanOrEqual(minTextContrast)
  }
  for (const shade of [50, 100, 200, 300] as const)
    expect(contrastRatio(secondary[900], secondary[shade]), `dark on secondary ${shade}`).toBeGreaterThanOrEqual(
      minTextContrast,
    )
  const [ground, link, soft] =
    variant === 'light' ? [secondary[50], primary[700], secondary[600]] : [secondary[900], primary[300], secondary[300]]
  expect(contrastRatio(ground, link)).toBeGreaterThanOrEqual(minTextContrast)
  expect(contrastRatio(ground, soft)).toBeGreaterThanOrEqual(minTextContrast)
})

test('every shade and gradient of the light theme is a CSS variable', () => {
  const names = Object.keys(values(light))
  expect(names).toHaveLength(3 * 11 + 8)
  expect(values(light)).toMatchObject({
    'primary-600': '#c9211e',
    'primary-foreground': '#ffffff',
    'accent-foreground': '#ffffff',
    'secondary-foreground': standard.theme.light.colours.secondary[900],
    'gradient-announcement-urgent': 'linear-gradient(90deg,#b91c1c,#991b1b)',
  })
})

test("writes only the differences of the dark theme, for the system and for the visitor's choice", () => {
  expect(systemDark).toMatch(
    /^@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-theme="light"\]\)\{color-scheme:dark;/,
  )
  expect(chosenDark).toMatch(/^:root\[data-theme="dark"\]\{color-scheme:dark;/)
  expect(values(systemDark)).toEqual(values(chosenDark))
  expect(values(chosenDark)).toMatchObject({ 'primary-400': '#ff8272' })
  expect(values(chosenDark)).not.toHaveProperty('primary-700')
})

test('colours of a site apply in the dark theme unless it sets others there', () => {
  const green = parseColourScale('#f0f8f4 #dcefe5 #bbdfcc #8ec7ab #5ba886 #3a8a69 #276b51 #1f5642 #1a4536 #0d271f')
  const { light, dark } = themeWithDefaults({ light: { colours: { primary: green } } })
  expect([light.colours.primary, dark.colours.primary]).toEqual([green, green])
  expect(dark.gradients.components.stops).toEqual([green[600], green[700]])
  const blue = { ...green, 600: '#1d4ed8' as Hex }
  expect(
    themeWithDefaults({ light: { colours: { primary: green } }, dark: { colours: { primary: blue } } }).dark.colours
      .primary,
  ).toEqual(blue)
})

test('the dark theme does not use the light background of a site', () => {
  const layout: Gradient = { angle: 0, stops: ['#ffffff', '#fefefe'] }
  const tags: Gradient = { angle: 0, stops: ['#111111', '#222222'] }
  const { light, dark } = themeWithDefaults({ light: { gradients: { layout, tags } } })
  expect(light.gradients).toMatchObject({ layout, tags })
  expect(dark.gradients.tags).toEqual(tags)
  expect(dark.gradients.layout).not.toEqual(layout)
})

test.each([
  'red',
  '#fff',
  '#ff00000',
  '#ff0000ff',
  '#gg0000',
  ' #ff0000',
  '#ff0000\n',
  'rgb(0,0,0)',
  '#ff0000;}</style><script>alert(1)</script>',
  'url(https://evil.example)',
  'var(--x)',
  null,
  16711680,
  { toString: () => '#ff0000' },
])('replaces the invalid colour %j by the standard one', (wrong) => {
  const site = tampered((theme) => {
    theme.light.colours.primary[600] = wrong as Hex
    theme.light.colours.secondary[50] = wrong as Hex
    theme.light.gradients.tags.stops[0] = wrong as Hex
  })
  expect(themeCss(site)).toBe(themeCss(standard))
  expect(browserBarColours(site)).toEqual({ light: '#f6f7f9', dark: '#121a26' })
})

test('drops an invalid gradient stop when two valid ones remain', () => {
  const site = tampered((theme) => {
    theme.light.gradients.tags.stops = ['#111111', 'x' as Hex, '#222222']
  })
  expect(values(themeCss(site).split('\n')[0]!)['gradient-tags']).toBe('linear-gradient(90deg,#111111,#222222)')
})

/** The CSS around the variables. */
const frame = (css: string) => css.replace(/--[\w-]+:[^;]*;/g, '')
const around = frame(themeCss(standard))

test('no theme value can break out of the style element or its CSS variable', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('</style>', '<!--', '#123456;}body{', '\\3c/style', '#123456</style>'),
    fc.tuple(fc.constant('#123456'), fc.string()).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(anything, anything, fc.oneof(fc.double(), anything), (colour, stop, angle) => {
      const css = themeCss(
        tampered((theme) => {
          for (const variant of [theme.light, theme.dark]) {
            variant.colours.accent[500] = colour as Hex
            variant.colours.secondary[900] = stop as Hex
            variant.gradients.features = { angle: angle as number, stops: [stop as Hex, colour as Hex] }
            variant.gradients.announcements.info.angle = angle as number
          }
        }),
      )
      const safe = /^(#[0-9a-f]{6}|linear-gradient\(\d{1,3}deg(,#[0-9a-f]{6}){2,5}\))$/i
      const written = [...css.matchAll(/--[\w-]+:(.*?);/gs)].map(([, value]) => value!)
      return !css.includes('<') && written.every((value) => safe.test(value)) && frame(css) === around
    }),
    { numRuns: 100 },
  )
})
