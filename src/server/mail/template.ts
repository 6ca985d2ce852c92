import { withoutBidiControls } from '#domain/bidi-controls.ts'

/** The content of a mail, in reading order. */
export type MailTemplate = {
  /** The sending site and its language. */
  site: { name: string; locale: string }
  heading: string
  paragraphs: string[]
  /** A button; its address is also written out. */
  action?: { label: string; href: string } | undefined
  /** In small print at the end. */
  footnote?: string | undefined
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escaped[sign]!)

const body = 'margin:0;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,sans-serif'
const sheet = 'max-width:560px;margin:0 auto;padding:32px;background:#fff;border-radius:8px;overflow-wrap:anywhere'
const button =
  'display:inline-block;padding:12px 20px;background:#18181b;color:#fff;border-radius:6px;text-decoration:none'
const small = 'color:#52525b;font-size:14px'

/** Renders the content as plain text and as simple HTML without remote content. */
export function renderMail({ site, paragraphs, action, footnote, ...words }: MailTemplate): {
  text: string
  html: string
} {
  if (action && !/^https?:\/\//.test(action.href)) throw new Error('A mail links to a whole web address only.')
  const heading = withoutBidiControls(words.heading)
  const lines = [heading, ...paragraphs, action && `${action.label}: ${action.href}`, footnote, `-- \n${site.name}`]
  const p = (text: string, style = '') =>
    `<p${style && ` style="${style}"`}>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  const link = (text: string, href: string, style: string) =>
    `<p><a href="${escapeHtml(href)}" style="${style}">${escapeHtml(text)}</a></p>`
  const html = [
    `<!doctype html><html lang="${escapeHtml(site.locale)}"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>`,
    `<body style="${body}"><div style="${sheet}">`,
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((paragraph) => p(paragraph)),
    ...(action ? [link(action.label, action.href, button), link(action.href, action.href, small)] : []),
    ...(footnote ? [p(footnote, small)] : []),
    p(site.name, small),
    '</div></body></html>',
  ]
  return { text: lines.filter(Boolean).join('\n\n'), html: html.join('\n') }
}
