import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

test('a button does not submit a form by default', () => {
  expect(renderToStaticMarkup(<Button>Add a row</Button>)).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"')
})

test('a button is busy but focusable while loading', () => {
  const button = renderToStaticMarkup(<Button loading>Save</Button>)
  expect(button).toMatch(/aria-busy="true" aria-disabled="true"/)
  expect(button).not.toContain('disabled=""')
})

test('a button with an address is a link that looks like a button', () => {
  expect(renderToStaticMarkup(<ButtonLink href="/tour">Tour</ButtonLink>)).toMatch(/^<a href="\/tour"/)
})
