import { expect, test } from 'vitest'
import { contrastPairs } from '#domain/sites/contrast.ts'
import { generateTheme } from '#domain/sites/palette.ts'
import { mailHeaderColour, themeWithDefaults } from '#domain/sites/theme.ts'
import { type MailBranding, renderMailHtml } from '#server/mail/layout.ts'
import { MailContent } from '#server/mail/template.ts'
import { orderMail } from '#tests/fixtures/order-mail.ts'
import { longHostileText } from '#tests/journeys/payloads.ts'

const theme = themeWithDefaults()
const logo = { path: '/images/0123456789abcdef/mail-logo.png', width: 220, height: 40, alt: 'Felt & Hammer' }
const look: MailBranding = { locale: 'en-GB', origin: 'https://felt.example', theme, logo }
const site = { name: 'Felt & Hammer', look }
const html = renderMailHtml(orderMail, site)
const tags = (name: string, text = html) => text.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, text]) => [href, text])

test('the HTML mail has title, language, one heading and a preview text', () => {
  expect(html).toContain('<title>Thank you for your order</title>')
  expect(html).toContain('<html lang="en-GB">')
  expect(tags('h1')).toHaveLength(1)
  expect(html).toMatch(/<div style="display:none[^>]*>Hello Ann Lee, we have received your payment/)
})

test('the HTML mail has one button for its main action before all other links', () => {
  const buttons = tags('a').filter((tag) => attribute(tag, 'class') === 'button')
  expect(buttons.map((tag) => attribute(tag, 'href'))).toEqual(['https://felt.example/downloads/1'])
  expect(links.map(([href]) => href).slice(0, 2)).toEqual(['https://felt.example', 'https://felt.example/downloads/1'])
})

test('every URL shown in an HTML mail is a link', () => {
  const text = html.replaceAll(/<a\b.*?<\/a>/gs, '').replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, '')
  expect(text).not.toContain('://')
  expect(links).toContainEqual(['https://felt.example/payment/confirm?reference=R1&amp;a=1', 'See your order'])
  expect(links).toContainEqual(['https://felt.example', 'Felt &amp; Hammer'])
})

test('shows logo and product pictures of the site itself, with their size and a text that stands in for them', () => {
  const pictures = tags('img').map((tag) => ['src', 'width', 'height', 'alt'].map((name) => attribute(tag, name)))
  expect(pictures).toEqual([
    ['https://felt.example/images/0123456789abcdef/mail-logo.png', '220', '40', 'Felt &amp; Hammer'],
    ['https://felt.example/images/0123456789abcdef/tee-320.jpeg', '72', '90', 'Night Ferry tee'],
  ])
  // The name of the site is readable in place of the logo.
  const band = `background-color:${mailHeaderColour(look)}`
  expect(html).toContain(band)
  expect(tags('img')[0]).toContain('color:#ffffff')
})

test('the HTML mail loads no font, style sheet, script or background picture', () => {
  expect(html).not.toMatch(/<(link|script|iframe|object|embed|video|audio|form|input)\b|url\(|@import|@font-face/i)
})

test('the HTML mail has the site’s colours in light and dark mode', () => {
  const { light, dark } = theme
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(tags('a').find((tag) => tag.includes('class="button"'))).toContain(light.colours.primary[600])
  const inDark = /@media \(prefers-color-scheme:dark\)\{(.*)\}/.exec(html)![1]!
  expect(inDark).toContain(`.ink{color:${dark.colours.secondary[50]}!important}`)
  // Each colour that is written inline has a class that replaces it in the dark.
  const toned = [...html.matchAll(/class="(\w+)" style="(color|background-color|border-color):/g)].map(
    ([, name]) => name,
  )
  for (const name of new Set(toned)) expect(inDark).toContain(`.${name}{`)
})

test('every text of a mail has a background that the contrast check covers', () => {
  const own = generateTheme({ primary: '#7a3cff', secondary: '#8a6d3b', accent: '#00c2a8' })
  const mail = renderMailHtml(orderMail, { ...site, look: { ...look, theme: own } })
  const inDark = /@media \(prefers-color-scheme:dark\)\{(.*)\}/.exec(mail)![1]!
  const colourIn = {
    light: (tone: string) => new RegExp(`class="${tone}" style="(?:background-)?color:(#\\w{6})`).exec(mail)![1],
    dark: (tone: string) => new RegExp(`\\.${tone}\\{(?:background-)?color:(#\\w{6})`).exec(inDark)![1],
  }
  for (const variant of ['light', 'dark'] as const)
    for (const [text, background] of ['ink', 'soft', 'link'].flatMap((ink) => [
      [ink, 'sheet'],
      [ink, 'page'],
    ])) {
      const [words, ground] = [colourIn[variant](text!), colourIn[variant](background!)]
      const known = contrastPairs(own).find(
        (pair) => pair.variant === variant && pair.text.colour === words && pair.background.colour === ground,
      )
      expect(known?.needed, `${variant}: ${text} ${words} on ${background} ${ground}`).toBe(4.5)
    }
})

test('a sender without a look has the standard colours and its name in place of the logo', () => {
  const plain = renderMailHtml({ heading: 'Hello', paragraphs: [] }, { name: 'Marlow Quay' })
  expect(plain).toMatch(/<td bgcolor[^>]*><span[^>]*>Marlow Quay<\/span>/)
  expect(tags('img', plain)).toEqual([])
})

test('escapes all text of an HTML mail', () => {
  const evil = `"><script>alert('x')</script>&amp;`
  const dangerous = JSON.parse(
    JSON.stringify(orderMail, (key, value) => {
      if (typeof value !== 'string' || ['kind', 'path'].includes(key)) return value
      return key === 'href' ? `https://felt.example/${evil}` : evil
    }),
  )
  const written = renderMailHtml(dangerous, {
    name: evil,
    look: { ...look, locale: evil, logo: { ...logo, alt: evil } },
  })
  expect(written).not.toContain('<script')
  expect(written).not.toContain(`">"`)
  expect(tags('\\w+', written).map((tag) => tag.slice(0, 3))).toEqual(tags('\\w+').map((tag) => tag.slice(0, 3)))
})

test('10,000 hostile characters appear as text in an HTML mail', () => {
  const content = MailContent.parse({ ...orderMail, heading: longHostileText(), paragraphs: [longHostileText()] })
  const elements = (written: string) => [...new Set(written.match(/<\w+/g))].toSorted()
  expect(elements(renderMailHtml(content, site)).filter((each) => each !== '<br')).toEqual(
    elements(html).filter((each) => each !== '<br'),
  )
})
