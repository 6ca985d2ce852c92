import { expect, test } from 'vitest'
import { contrastPairs, failingPairs } from '#domain/sites/contrast.ts'
import { themePresets } from '#domain/sites/presets.ts'
import { styleSchema, themeSchema } from '#domain/sites/schema.ts'

test('there are six presets of different fonts', () => {
  expect(themePresets).toHaveLength(6)
  expect(new Set(themePresets.map(({ style }) => style.fonts)).size).toBe(6)
})

test.each(themePresets)('$label can be stored, and all its texts can be read in both themes', (preset) => {
  expect(themeSchema.parse(preset.theme)).toEqual(preset.theme)
  expect(styleSchema.required().parse(preset.style)).toEqual(preset.style)
  expect(failingPairs(preset.theme)).toEqual([])
  expect(new Set(contrastPairs(preset.theme).map(({ variant }) => variant))).toEqual(new Set(['light', 'dark']))
  const { light, dark } = preset.theme
  for (const { colours } of [light, dark]) {
    expect(Object.values(colours.primary)).toContain(preset.bases.primary)
  }
})
