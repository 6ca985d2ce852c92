import { expect, test } from 'vitest'
import { type MarkdownFormat, markdownFormatChange } from '#web/admin/ui/editor/markdown-format.ts'

/** The selected part stands between brackets of this kind: ‹ ›. */
function pressed(format: MarkdownFormat, marked: string): string {
  const [from, to] = [marked.indexOf('‹'), marked.indexOf('›') - 1]
  const text = marked.replace('‹', '').replace('›', '')
  const change = markdownFormatChange(text, { from, to }, format)
  const after = text.slice(0, change.from) + change.text + text.slice(change.to)
  const { select } = change
  return `${after.slice(0, select.from)}‹${after.slice(select.from, select.to)}›${after.slice(select.to)}`
}

test.each<[MarkdownFormat, string, string]>([
  ['bold', 'A ‹red› record', 'A **‹red›** record'],
  ['italic', 'A ‹red› record', 'A *‹red›* record'],
  ['bold', 'A ‹› record', 'A **‹›** record'],
  ['heading', 'One\nTw‹›o', 'One\n‹## Two›'],
  ['list', '‹One\nTwo›', '‹- One\n- Two›'],
  ['numbers', 'On‹e\nTw›o\nThree', '‹1. One\n2. Two›\nThree'],
  ['quote', '‹Loud.›', '‹> Loud.›'],
  ['link', 'See ‹the dates›', 'See [the dates](‹https://›)'],
  ['link', 'See ‹https://a.example/x›', 'See [‹›](https://a.example/x)'],
])('%s turns “%s” into “%s”', (format, before, after) => {
  expect(pressed(format, before)).toBe(after)
})

test.each<[MarkdownFormat, string, string]>([
  ['bold', 'A **‹red›** record', 'A ‹red› record'],
  ['italic', 'A *‹red›* record', 'A ‹red› record'],
  ['list', '‹- One\n- Two›', '‹One\nTwo›'],
  ['numbers', '‹1. One\n2. Two›', '‹One\nTwo›'],
])('removes the format when %s is pressed again', (format, before, after) => {
  expect(pressed(format, before)).toBe(after)
})

test('italic makes bold words italic too instead of taking one of their signs', () => {
  expect(pressed('italic', 'A **‹red›** record')).toBe('A ***‹red›*** record')
})
