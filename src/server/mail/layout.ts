import { surfaceColours, white } from '#domain/sites/contrast.ts'
import type { Theme } from '#domain/sites/site.ts'
import { mailHeaderColour, themeWithDefaults } from '#domain/sites/theme.ts'
import type { MailContent, MailPart, MailPicture } from '#server/mail/template.ts'

/** What the mails of a site look like, besides its name. */
export type MailBranding = {
  locale: string
  /** Pictures are loaded from here; the logo links to it. */
  origin: string
  theme: Theme
  /** Drawn on `mailHeaderColour`. */
  logo: MailPicture | null
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escaped[sign]!)
const withBreaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const font = "'Helvetica Neue',Helvetica,Arial,sans-serif"

type ColourRole = 'page' | 'sheet' | 'ink' | 'soft' | 'line' | 'link'

/**
 * Each colour with the property that it is used for: in the light theme inline, in the dark one by class. Texts have the
 * backgrounds of the website, whose contrast is checked.
 */
const tones = ({ light, dark }: Theme): Record<ColourRole, { property: string; light: string; dark: string }> => {
  const [day, night] = [light.colours, dark.colours]
  const background = (name: 'sunken' | 'raised') => ({
    property: 'background-color',
    light: surfaceColours[name]({ variant: 'light', theme: light }).colour,
    dark: surfaceColours[name]({ variant: 'dark', theme: dark }).colour,
  })
  return {
    page: background('sunken'),
    sheet: background('raised'),
    ink: { property: 'color', light: day.secondary[900], dark: night.secondary[50] },
    soft: { property: 'color', light: day.secondary[600], dark: night.secondary[300] },
    line: { property: 'border-color', light: day.secondary[200], dark: night.secondary[600] },
    link: { property: 'color', light: day.primary[700], dark: night.primary[300] },
  }
}

/**
 * Every mail of every kind, as a document for mail programs: tables for the layout, colours inline and repeated as classes
 * for dark mode. Nothing is loaded but pictures of the site itself; without them the mail still reads well.
 */
export function renderMailHtml(content: MailContent, site: { name: string; look?: MailBranding | undefined }): string {
  const { name, look } = site
  const theme = look?.theme ?? themeWithDefaults()
  const band = mailHeaderColour({ theme })
  const kit = kitOf(theme, look?.origin ?? '')
  const { heading, paragraphs, action, links = [], parts = [], footnote } = content
  const body = [
    `<h1 ${kit.tone('ink', `margin:0 0 20px;font:800 30px/34px ${font};letter-spacing:-0.02em`)}>${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((words) => `<p ${kit.tone('ink', 'margin:0 0 16px')}>${withBreaks(words)}</p>`),
    ...(action ? [kit.button(action)] : []),
    ...parts.map((part) => kit.part(part)),
    ...(links.length ? [`<p style="margin:28px 0 0">${links.map((each) => kit.link(each)).join('<br>')}</p>`] : []),
    ...(footnote ? [`<p ${kit.tone('soft', smallTextStyle('28px 0 0'))}>${withBreaks(footnote)}</p>`] : []),
  ]
  return [
    `<!doctype html><html lang="${escapeHtml(look?.locale ?? 'en')}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(heading)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<style>${styles(theme)}</style></head>`,
    `<body ${kit.tone('page', `margin:0;padding:0;font:16px/25px ${font};-webkit-text-size-adjust:100%`)}>`,
    // What lists of mails show beside the subject.
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? heading)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${kit.tone('page')}><tr><td align="center" class="around" style="padding:24px 12px">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;table-layout:fixed;overflow-wrap:anywhere;word-break:break-word;text-align:left">`,
    `<tr><td bgcolor="${band}" style="padding:22px 28px;background-color:${band};border-bottom:4px solid ${theme.light.colours.primary[600]}">${kit.masthead(name, look)}</td></tr>`,
    `<tr><td ${kit.tone('sheet', 'padding:32px 28px')}>`,
    ...body,
    `</td></tr><tr><td ${kit.tone('soft', `padding:20px 28px;${fontOf('13px/20px')}`)}>${kit.signature(name, look)}</td></tr>`,
    '</table></td></tr></table></body></html>',
  ].join('\n')
}

const fontOf = (size: string) => `font:${size} ${font}`
const smallTextStyle = (margin: string) => `margin:${margin};${fontOf('14px/21px')}`

/** Dark mode, and more room on phones. Outlook marks what it has inverted with `data-ogsc`. */
function styles(theme: Theme): string {
  const rules = Object.entries(tones(theme)).map(([name, { property, dark }]) => [
    name,
    `{${property}:${dark}!important}`,
  ])
  const inDark = rules.map(([name, rule]) => `.${name}${rule}`).join('')
  const inOutlook = rules.map(([name, rule]) => `[data-ogsc] .${name}${rule}`).join('')
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (prefers-color-scheme:dark){${inDark}}`,
    inOutlook,
    '@media (max-width:480px){.around{padding:0!important}.button{display:block!important;text-align:center!important}}',
  ].join('\n')
}

function kitOf(theme: Theme, origin: string) {
  const all = tones(theme)
  /** Attributes of an element in one of the colours. */
  const tone = (name: ColourRole, style = '') =>
    `class="${name}" style="${[`${all[name].property}:${all[name].light}`, style].filter(Boolean).join(';')}"`
  const heading = (words: string) =>
    `<h2 ${tone('ink', `margin:32px 0 8px;font:800 18px/24px ${font}`)}>${escapeHtml(words)}</h2>`
  const link = ({ label, href }: { label: string; href: string }, style = 'font-weight:700') =>
    `<a href="${escapeHtml(href)}" ${tone('link', style)}>${escapeHtml(label)}</a>`
  const picture = ({ path, width, height, alt }: MailPicture, style: string) =>
    `<img src="${escapeHtml(origin + path)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="display:block;border:0;${style}">`
  const cell = (style: string) => tone('line', `border-top:1px solid ${all.line.light};vertical-align:top;${style}`)

  function items({ items, sums }: Extract<MailPart, { kind: 'items' }>): string {
    const hasPictures = items.some(({ picture }) => picture)
    const blocked = `background-color:${theme.light.colours.secondary[100]};color:${theme.light.colours.secondary[600]};font:11px/14px ${font}`
    const rows = items.map(({ title, details, amount, picture: shown }) =>
      [
        '<tr>',
        hasPictures
          ? `<td width="88" ${cell('width:88px;padding:16px 0')}>${shown ? picture(shown, blocked) : ''}</td>`
          : '',
        `<td ${cell('padding:16px 0')}><strong ${tone('ink')}>${escapeHtml(title)}</strong>`,
        ...details.map((detail) => `<br><span ${tone('soft', fontOf('14px/21px'))}>${escapeHtml(detail)}</span>`),
        `</td><td align="right" ${cell('width:88px;padding:16px 0 16px 12px;white-space:nowrap')}><span ${tone('ink')}>${escapeHtml(amount)}</span></td></tr>`,
      ].join(''),
    )
    const totals = sums.map(({ name, amount, isTotal }, at) => {
      const style = `padding:${at ? 4 : 16}px 0 4px;vertical-align:top${isTotal ? ';font-weight:700' : ''}`
      const box = (more: string) => (at ? `style="${style}${more}"` : cell(style + more))
      const [left, right] = [name, amount].map(
        (words) => `<span ${tone(isTotal ? 'ink' : 'soft')}>${escapeHtml(words)}</span>`,
      )
      return `<tr><td ${box('')}>${left}</td><td align="right" ${box(';padding-left:12px;white-space:nowrap')}>${right}</td></tr>`
    })
    const table = (rows: string[], style: string) =>
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${rows.join('\n')}</table>`
    return table(rows, 'margin-top:28px;table-layout:fixed') + table(totals, '')
  }

  function renderPart(each: MailPart): string {
    switch (each.kind) {
      case 'items':
        return items(each)
      case 'lines':
        return `${heading(each.heading)}<p ${tone('ink', 'margin:0')}>${each.lines.map(escapeHtml).join('<br>')}</p>`
      case 'links':
        return heading(each.heading) + each.links.map(linkWithNote).join('\n')
    }
  }
  const linkWithNote = ({ label, note, href }: { label: string; note: string; href: string | null }) =>
    `<p style="margin:0 0 12px">${href ? link({ label, href }) : `<strong ${tone('ink')}>${escapeHtml(label)}</strong>`}<br><span ${tone('soft', fontOf('14px/21px'))}>${escapeHtml(note)}</span></p>`

  const action = theme.light.colours.primary[600]
  const button = ({ label, href }: { label: string; href: string }) =>
    [
      `<p style="margin:28px 0 12px"><a href="${escapeHtml(href)}" class="button" style="display:inline-block;padding:15px 28px;background-color:${action};color:${white};font:700 17px/22px ${font};text-decoration:none">${escapeHtml(label)}</a></p>`,
      `<p ${tone('soft', `margin:0 0 16px;${fontOf('13px/19px')}`)}>If the button does not work, open this address: ${link({ label: href, href }, '')}</p>`,
    ].join('\n')

  const masthead = (name: string, look: MailBranding | undefined) => {
    const style = `color:${white};font:800 24px/32px ${font}`
    const words = look?.logo ? picture(look.logo, style) : escapeHtml(name)
    return look
      ? `<a href="${escapeHtml(look.origin)}" style="${style};text-decoration:none">${words}</a>`
      : `<span style="${style}">${words}</span>`
  }
  const signature = (name: string, look: MailBranding | undefined) =>
    look ? link({ label: name, href: look.origin }, '') : escapeHtml(name)

  return { tone, link, button, part: renderPart, masthead, signature }
}
