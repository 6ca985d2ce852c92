import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button, ButtonLink } from '#web/ui/button.tsx'

test('a button does not send the form around it unless it says so', () => {
  expect(renderToStaticMarkup(<Button>Add a row</Button>)).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"')
})

test('a button at work is announced as busy and can keep the focus', () => {
  const button = renderToStaticMarkup(<Button loading>Save</Button>)
  expect(button).toMatch(/aria-busy="true" aria-disabled="true"/)
  expect(button).not.toContain('disabled=""')
})

test('a link that looks like a button is a link', () => {
  expect(renderToStaticMarkup(<ButtonLink href="/tour">Tour</ButtonLink>)).toMatch(/^<a href="\/tour"/)
})
