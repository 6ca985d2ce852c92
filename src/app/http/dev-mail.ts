import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { RequestContext } from '#api/env.ts'
import type { Services } from '#app/services.ts'
import { normalizeHostName } from '#domain/sites/host-name.ts'
import { type ParsedMessage, parseMessage } from '#server/mail/message.ts'

type Env = { Bindings: HttpBindings; Variables: { requestContext: RequestContext } }

const maxMails = 50
const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i
const localName = /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * The mails of the visited site, only for a developer on this machine: they hold links that sign people in. A request
 * through a proxy or to another host name, such as one made by DNS rebinding, gets 404.
 */
export function devMailRoutes({ config, outbox }: Pick<Services, 'config' | 'outbox'>) {
  const pages = new Hono<Env>()
  if (!outbox || config.NODE_ENV === 'production') return pages
  return pages
    .get('/dev/mail', async (c, next) => {
      if (!isDeveloper(c.env.incoming)) return next()
      const { site } = c.var.requestContext
      const names = await outbox.newest(site.siteId, maxMails)
      const found = await Promise.all(
        names.map(async (name) => {
          const bytes = await outbox.read(site.siteId, name)
          return bytes && { name, mail: await parseMessage(bytes) }
        }),
      )
      const mails = found.filter((each) => each !== null)
      return show(c, `Mails of ${site.name}`, list(mails))
    })
    .get('/dev/mail/:name', async (c, next) => {
      if (!isDeveloper(c.env.incoming)) return next()
      const bytes = await outbox.read(c.var.requestContext.site.siteId, c.req.param('name'))
      if (!bytes) return next()
      const mail = await parseMessage(bytes)
      return show(c, header(mail, 'Subject'), renderMailPage(mail), stylesOf(mail))
    })
}

/** Asked of the socket itself; a header can say anything. */
const isDeveloper = ({ socket, headers }: IncomingMessage): boolean =>
  loopback.test(socket.remoteAddress ?? '') &&
  localName.test(normalizeHostName(headers.host ?? '')) &&
  !proxyHeaders.some((name) => name in headers)

const header = ({ headers }: ParsedMessage, name: string): string => headers.find(([each]) => each === name)?.[1] ?? ''

type Html = ReturnType<typeof html>

const list = (mails: { name: string; mail: ParsedMessage }[]): Html =>
  mails.length === 0
    ? html`<p>Nothing has been sent yet.</p>`
    : html`<table>
        <tr><th>Subject</th><th>To</th><th>Date</th></tr>
        ${mails.map(
          ({ name, mail }) => html`<tr>
            <td><a href="/dev/mail/${name}">${header(mail, 'Subject')}</a></td>
            <td>${header(mail, 'To')}</td>
            <td>${header(mail, 'Date')}</td>
          </tr>`,
        )}
      </table>`

const renderMailPage = (mail: ParsedMessage): Html => html`<p><a href="/dev/mail">All mails</a></p>
  <table>${mail.headers.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>
  <pre>${withLinks(mail.text ?? '')}</pre>
  ${
    mail.html &&
    ['light', 'dark'].map(
      (theme) =>
        html`<iframe sandbox class="${theme}" title="The same as HTML, ${theme}" srcdoc="${mail.html}"></iframe>`,
    )
  }`

/** The styles of a mail are allowed by their hash. */
const stylesOf = ({ html }: ParsedMessage): string[] =>
  [...(html ?? '').matchAll(/<style>(.*?)<\/style>/gs)].map(
    ([, css = '']) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  )

/** Every second piece is an address. */
const withLinks = (text: string): (string | Html)[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, i) => (i % 2 ? html`<a href="${piece}" rel="noreferrer">${piece}</a>` : piece))

const styles = `
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
  table { border-collapse: collapse; width: 100% }
  th, td { padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere }
  pre { padding: 1rem; border: 1px solid; white-space: pre-wrap; overflow-wrap: anywhere }
  iframe { width: 100%; height: 48rem; margin-bottom: 1rem; border: 1px solid }
  .light { color-scheme: light }
  .dark { color-scheme: dark }`

/** Nothing but the page's own styles, and within the frames those of the mail and pictures of the site; no script. */
function show(c: Context<Env>, title: string, body: Html, mailStyles: string[] = []): Response | Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  c.header('cache-control', 'no-store')
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src-elem ${[`'nonce-${nonce}'`, ...mailStyles].join(' ')}; img-src 'self'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  return c.html(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title}</title>
        <style nonce="${nonce}">${styles}</style>
      </head>
      <body><main><h1>${title}</h1>${body}</main></body>
    </html>`)
}
