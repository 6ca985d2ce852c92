import type { ColourPath } from '#domain/sites/contrast.ts'
import { withColourAndGradients } from '#domain/sites/palette.ts'
import type { Hex, Theme } from '#domain/sites/site.ts'
import type { PartEditor } from '#web/admin/site-editor/use-part-editor.ts'

export const lookLabels = {
  'theme.light': 'Colours of the light theme',
  'theme.dark': 'Colours of the dark theme',
  'style.fonts': 'Fonts',
  'style.radius': 'Corner radius',
  'animation.enabled': 'Movement',
  'animation.pageTransitions': 'Movement between pages',
  'animation.defaultPageTransition': 'How pages change',
  'animation.componentAnimations': 'Movement of buttons and pictures',
  'animation.duration': 'Duration',
  'animation.easing': 'Pace',
  'animation.reducedMotion': 'Stillness for everyone',
} as const

export type LookEditor = PartEditor<typeof lookLabels>

export const themeOfEditor = ({ values }: LookEditor): Theme => ({
  light: values['theme.light'],
  dark: values['theme.dark'],
})

/** Only the variant that has changed becomes unsaved. */
export function setEditorTheme(editor: LookEditor, { light, dark }: Theme): void {
  editor.set('theme.light', light)
  editor.set('theme.dark', dark)
}

export function setColour(editor: LookEditor, path: ColourPath, colour: Hex): void {
  setEditorTheme(editor, withColourAndGradients(themeOfEditor(editor), path, colour))
}

export const scaleNames = ['primary', 'secondary', 'accent'] as const
export const scaleLabels = {
  primary: { label: 'Primary', use: 'Buttons and links' },
  secondary: { label: 'Secondary', use: 'Pages, lines and texts' },
  accent: { label: 'Accent', use: 'Highlights' },
} as const

export const variantNames = ['light', 'dark'] as const
export const variantLabels = { light: 'Light theme', dark: 'Dark theme' } as const
