import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactLinks } from '#web/site/contact/contact-links.tsx'

const social = [{ link: 'https://instagram.example/a', icon: 'instagram' as const, label: 'Instagram' }]
const shown = (email: string | null, links = social) =>
  renderToStaticMarkup(<ContactLinks email={email} social={links} />)

test('the contact address is a mailto link', () => {
  const html = shown('hello@site.example')
  expect(html).toContain('href="mailto:hello@site.example"')
  expect(html.replace(/<[^>]+>/g, '')).toBe('By mailhello@site.exampleElsewhereInstagram')
})

test('renders no heading for missing contact details', () => {
  expect(shown(null).replace(/<[^>]+>/g, '')).toBe('ElsewhereInstagram')
  expect(shown('hello@site.example', []).replace(/<[^>]+>/g, '')).toBe('By mailhello@site.example')
  expect(shown(null, [])).toBe('')
})
