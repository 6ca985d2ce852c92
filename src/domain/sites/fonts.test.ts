import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type FontPair,
  type FontPairName,
  fontCss,
  fontPairNames,
  fontPairs,
  fontSubsets,
  preloadedFonts,
} from '#domain/sites/fonts.ts'

const fileAt = (file: string, subset: string) => `/assets/${file}-${subset}.woff2`
const facesOf = (name: FontPairName) => [fontPairs[name].display, fontPairs[name].text]
const packageOf = (file: string) => `node_modules/@fontsource-variable/${file}`

test('there are eight pairs of sixteen fonts', () => {
  expect(fontPairNames).toHaveLength(8)
  expect(new Set(fontPairNames.flatMap((name) => facesOf(name).map(({ family }) => family))).size).toBe(16)
})

test.each(fontPairNames)('the fonts of %s are free, and measured as their files are', async (name) => {
  for (const { family, file, ascent, descent, weights } of facesOf(name)) {
    expect(readFileSync(`${packageOf(file)}/LICENSE`, 'utf8'), file).toContain('SIL OPEN FONT LICENSE')
    const css = readFileSync(`${packageOf(file)}/index.css`, 'utf8')
    expect(css).toContain(`font-family: '${family} Variable'`)
    expect(css).toContain(`font-weight: ${weights}`)
    const camelCase = file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const { default: metrics } = await import(`@capsizecss/metrics/${camelCase}`)
    expect(ascent, `${file} ascent`).toBeCloseTo(metrics.ascent / metrics.unitsPerEm, 2)
    expect(descent, `${file} descent`).toBeCloseTo(-metrics.descent / metrics.unitsPerEm, 2)
  }
})

test('a site with the default font pair gets no additional font CSS', () => {
  expect(fontCss('poster', fileAt)).toBe('')
  expect(preloadedFonts('poster', fileAt)).toEqual([
    '/assets/big-shoulders-latin.woff2',
    '/assets/instrument-sans-latin.woff2',
  ])
})

test.each(fontPairNames.filter((name) => name !== 'poster'))(
  'the CSS of %s has its two fonts and their fallback fonts',
  (name) => {
    const css = fontCss(name, fileAt)
    const files = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, address]) => address)
    expect(files.toSorted()).toEqual(
      facesOf(name)
        .flatMap(({ file }) => fontSubsets.map((subset) => fileAt(file, subset)))
        .toSorted(),
    )
    for (const address of preloadedFonts(name, fileAt)) expect(files).toContain(address)
    const [display] = facesOf(name)
    expect(css).toContain(`--site-display:"${display!.family}","${display!.family} from Arial"`)
    expect(css).toContain(`--display-case:${(fontPairs[name] as FontPair).headings.case};`)
    expect(css).not.toMatch(/NaN|undefined|</)
  },
)

test('styles.css has the unicode ranges and fallback fonts of the default pair', () => {
  const css = readFileSync('src/web/styles.css', 'utf8').replaceAll(/\s+/g, ' ')
  expect(css).toContain('font-family: var(--font-display); font-weight: var(--display-weight, 850)')
  for (const { family } of facesOf('poster')) expect(css).toContain(`font-family: "${family}"; src: url(`)
})
