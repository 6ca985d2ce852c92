import { expect, test } from 'vitest'
import { changePathLabel, missingValueText } from '#domain/site-editor/words.ts'

test.each([
  [['main', 2, 'label'], 'Main menu, entry 3, Words'],
  [['footer'], 'Footer menu'],
] as const)('names the place of a change in the navigation: %j', (path, words) => {
  expect(changePathLabel('navigation', path)).toBe(words)
})

test('names colours by theme and shade, and stops of a gradient by number', () => {
  expect(changePathLabel('theme', ['light', 'colours', 'primary', '600'])).toBe('Light theme, Colours, Primary 600')
  expect(changePathLabel('theme', ['dark', 'gradients', 'layout', 'stops', 1])).toBe(
    'Dark theme, Gradients, Page background, Colour 2',
  )
})

test('describes a menu without own links as the standard menu', () => {
  expect([missingValueText('navigation', ['main']), missingValueText('branding', ['signature'])]).toEqual([
    'the standard menu',
    'nothing',
  ])
})
