import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  contrastPairs,
  contrastRatio,
  failingPairs,
  gradientVariables,
  minControlContrast,
  surfaceColours,
  type ThemeVariantName,
} from '#domain/sites/contrast.ts'
import { mixColours } from '#domain/sites/oklch.ts'
import type { Hex, Palette, Shade } from '#domain/sites/site.ts'
import { themeWithDefaults } from '#domain/sites/theme.ts'
import { sites } from '#sites/index.ts'

const css = readFileSync('src/web/styles.css', 'utf8')
const variants = ['light', 'dark'] as const
const theme = themeWithDefaults(sites[2]!.config.theme)

/** What `styles.css` makes of a colour in a theme: the second source of the table of pairs. */
function inStylesheet(name: string, variant: ThemeVariantName): Hex {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(css)![1]!
  const both = /^light-dark\((.+)\)$/.exec(value)
  const [light, dark] = both ? splitOnce(both[1]!) : [value, value]
  return colourOf(variant === 'light' ? light! : dark!, variant)
}

/** At the comma that stands in no brackets. */
function splitOnce(text: string): [string, string] {
  let depth = 0
  const at = [...text].findIndex((letter) => {
    depth += Number(letter === '(') - Number(letter === ')')
    return letter === ',' && depth === 0
  })
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function colourOf(value: string, variant: ThemeVariantName): Hex {
  if (value.startsWith('#')) return value as Hex
  const shade = /^var\(--(\w+)-(\d+)\)$/.exec(value)
  if (shade) return theme[variant].colours[shade[1] as keyof Palette][Number(shade[2]) as Shade]
  const mix = /^color-mix\(in oklab, (.+), (.+) (\d+)%\)$/.exec(value)!
  const other = mix[2] === 'black' ? '#000000' : colourOf(mix[2]!, variant)
  return mixColours(colourOf(mix[1]!, variant), other, Number(mix[3]) / 100)
}

const inkNames =
  'ink soft link highlight-ink field error-ink success-ink warning-ink on-night on-night-soft highlight'.split(' ')

test.each(variants)('the contrast pairs use the same colours as styles.css in the %s theme', (variant) => {
  for (const [name, side] of Object.entries(surfaceColours))
    expect(side({ variant, theme: theme[variant] }).colour, name).toBe(inStylesheet(name, variant))
  const inks = contrastPairs(theme).filter((pair) => pair.variant === variant)
  for (const name of inkNames) {
    const colour = inStylesheet(name, variant)
    expect(
      inks.some(({ text }) => text.colour === colour),
      `${name} ${colour}`,
    ).toBe(true)
  }
})

test('the ring around what has the focus is seen on every page, on dark areas and on gradients', () => {
  const rings = [...css.matchAll(/([^{};]+)\{\s*--focus-ring: var\(--color-([a-z-]+)\);/g)].map(([, areas, name]) => ({
    classes: [...areas!.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/:root|\.([a-z-]+)/g)].map(
      ([, name]) => name ?? 'root',
    ),
    name: name!,
  }))
  expect(rings.map(({ classes }) => classes)).toEqual([
    ['root', 'bg-ground', 'bg-raised', 'bg-sunken'],
    ['bg-night'],
    ['text-on-gradient', 'text-on-status'],
  ])
  expect(css).toMatch(/:focus-visible \{\s*outline: 3px solid var\(--focus-ring\);/)
  const pairs = contrastPairs(theme)
  for (const variant of variants) {
    const [onPages, onNight, onGradients] = rings.map(({ name }) => {
      const colour = inStylesheet(name, variant)
      return pairs.filter((pair) => pair.variant === variant && pair.text.colour === colour)
    })
    const standsOn = (each: typeof onPages) => (each ?? []).map(({ background }) => background.name)
    expect(standsOn(onPages)).toEqual(expect.arrayContaining(['page', 'panel', 'sunken area']))
    expect(standsOn(onPages)).toContainEqual(expect.stringMatching(/^gradient layout/))
    expect(standsOn(onNight)).toContain('dark area')
    for (const [name] of gradientVariables.filter(([name]) => name !== 'layout'))
      expect(standsOn(onGradients)).toContain(`gradient ${name}, colour 1`)
    for (const status of ['success', 'error', 'info'])
      expect(contrastRatio('#ffffff', inStylesheet(status, variant))).toBeGreaterThanOrEqual(minControlContrast)
  }
})

test('no component uses the highlight colour for a focus ring', () => {
  const found = globSync('src/{web,sections}/**/*.{tsx,css}').filter((file) =>
    /outline-highlight|outline:[^;]*--color-highlight/.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual([])
})

/** Colours of `styles.css` that carry no text of a site and are no edge of a control, or are the white of SITE-6. */
const withoutPair = new Set(
  [
    'line action action-strong on-action on-gradient on-status success error info transparent current'.split(' '),
  ].flat(),
)

test('every colour of styles.css is in a checked contrast pair or exempt', () => {
  const names = [...css.matchAll(/--color-([a-z-]+):/g)].map(([, name]) => name!)
  const known = new Set([...inkNames, ...Object.keys(surfaceColours), ...withoutPair])
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([])
})

test.each(sites.map((site) => [site.folder, site] as const))('all texts of %s can be read', (_, site) => {
  expect(failingPairs(themeWithDefaults(site.config.theme))).toEqual([])
})

test('requires more contrast for texts than for edges of controls', () => {
  const pairs = contrastPairs(theme)
  expect(pairs.filter(({ needed }) => needed === minControlContrast).map(({ use }) => use)).toEqual(
    Array(8).fill('edges of fields and buttons'),
  )
  for (const { text, background, ratio } of pairs) expect(ratio).toBe(contrastRatio(text.colour, background.colour))
})

test('a contrast pair names the colour that the owner can change', () => {
  const pairs = contrastPairs(theme)
  const onPrimary = pairs.find(({ text, background }) => text.name === 'white' && background.name === 'primary 600')
  expect(onPrimary?.changes).toEqual(['light', 'colours', 'primary', 600])
  const links = pairs.find(({ use, variant }) => use === 'links' && variant === 'dark')
  expect(links?.changes).toEqual(['dark', 'colours', 'primary', 300])
  const dark = pairs.find(({ use }) => use === 'areas in secondary 200')
  expect(dark?.changes).toEqual(['light', 'colours', 'secondary', 200])
})
