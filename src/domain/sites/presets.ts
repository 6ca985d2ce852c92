import type { FontPairName } from '#domain/sites/fonts.ts'
import { type BaseColours, generateTheme } from '#domain/sites/palette.ts'
import type { SiteStyle, Theme } from '#domain/sites/site.ts'

/** A look to start from: colours, fonts and corners that go together. */
export type ThemePreset = {
  name: string
  label: string
  mood: string
  bases: BaseColours
  theme: Theme
  style: SiteStyle
}

type PresetOptions = { bases: BaseColours; fonts: FontPairName; radius: number }

const preset = (label: string, mood: string, { bases, fonts, radius }: PresetOptions): ThemePreset => ({
  name: label.toLowerCase().replaceAll(' ', '-'),
  label,
  mood,
  bases,
  theme: generateTheme(bases),
  style: { fonts, radius },
})

/** Every text of them can be read in both themes (a test checks it). */
export const themePresets: readonly ThemePreset[] = [
  preset('Harbour', 'Red on slate: loud and clear', {
    bases: { primary: '#c9211e', secondary: '#4a5566', accent: '#a85a08' },
    fonts: 'poster',
    radius: 0,
  }),
  preset('Velvet', 'Wine and brass, for late evenings', {
    bases: { primary: '#8c1d40', secondary: '#574a50', accent: '#94651a' },
    fonts: 'concert',
    radius: 2,
  }),
  preset('Meadow', 'Green and clay, for songs outdoors', {
    bases: { primary: '#2f6b3f', secondary: '#585143', accent: '#a24d1c' },
    fonts: 'ballad',
    radius: 10,
  }),
  preset('Neon', 'Violet and cyan, for the dance floor', {
    bases: { primary: '#6d28d9', secondary: '#4b4a66', accent: '#0e7490' },
    fonts: 'club',
    radius: 18,
  }),
  preset('Ink', 'Deep blue on paper, for writers', {
    bases: { primary: '#1e3a8a', secondary: '#57534e', accent: '#9f3a1f' },
    fonts: 'chamber',
    radius: 0,
  }),
  preset('Sunday', 'Teal and coral: friendly and bright', {
    bases: { primary: '#0f766e', secondary: '#4b5a63', accent: '#be3f3a' },
    fonts: 'indie',
    radius: 14,
  }),
]
