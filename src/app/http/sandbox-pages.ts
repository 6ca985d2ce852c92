import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import type { Visit } from '#api/env.ts'
import type { House } from '#app/house.ts'
import { moneyWords } from '#domain/money.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Known } from '#server/payments/sandbox/objects.ts'
import { payments, type Sandbox, type TestPayment } from '#server/payments/sandbox/sandbox.ts'

type Env = { Bindings: HttpBindings; Variables: { visit: Visit } }
type Html = ReturnType<typeof html>

/** The page on which a test payment is made. It is there exactly as long as the sandbox is. */
export function sandboxPages({ sandbox }: { sandbox: House['sandbox'] }) {
  const pages = new Hono<Env>()
  if (!sandbox) return pages
  return pages
    .get('/sandbox/pay/:id', async (c, next) => {
      const known = await ofSite(c, sandbox)
      return known ? show(c, known.ending ? over(known) : cards(known, c.var.visit.site)) : next()
    })
    .post('/sandbox/pay/:id', bodyLimit({ maxSize: 1_000 }), async (c, next) => {
      const known = await ofSite(c, sandbox)
      if (!known) return next()
      if (c.req.header('origin') !== c.var.visit.origin) return c.text('Please pay on the page itself.', 403)
      const { how } = await c.req.parseBody()
      if (how === 'three-d-secure') return show(c, threeDSecure(known, c.var.visit.site))
      if (!payments.some((each) => each === how)) return c.text('There is no such card.', 400)
      const came = await sandbox.pay(known.id, how as TestPayment)
      if (came === 'declined') return show(c, cards(known, c.var.visit.site, 'Your card was declined.'))
      return came === 'paid' || (await sandbox.find(known.id))?.ending?.how === 'paid'
        ? c.redirect(known.successUrl, 303)
        : show(c, over(known))
    })
}

/** A payment of another site is none of this one's. */
async function ofSite(c: Context<Env>, sandbox: Sandbox): Promise<Known | null> {
  const known = await sandbox.find(c.req.param('id') ?? '')
  return known?.metadata.website_id === c.var.visit.site.siteId ? known : null
}

const ways: [how: TestPayment | 'three-d-secure', name: string, what: string][] = [
  ['succeeds', 'Pay with 4242 4242 4242 4242', 'The payment succeeds.'],
  ['declined', 'Pay with 4000 0000 0000 0002', 'The card is declined.'],
  ['three-d-secure', 'Pay with 4000 0027 6000 3184', 'The bank asks once more (3-D Secure).'],
  ['twice', 'Pay twice', 'One payment; the shop is told of it two times.'],
  ['webhook-late', 'Pay, and the message comes late', 'The shop hears of it some seconds later.'],
  ['webhook-never', 'Pay, and the message never comes', 'The shop finds out by itself, within some minutes.'],
  ['bank', 'Pay from a bank account', 'The money comes some seconds later.'],
  ['bank-fails', 'Pay from an empty bank account', 'Some seconds later there is no money.'],
]

const button = (how: string, name: string, isFirst: boolean): Html =>
  html`<button name="how" value="${how}" class="${isFirst ? 'first' : ''}">${name}</button>`

function cards(known: Known, site: Site, problem?: string): Html {
  const money = (amount: number) => moneyWords(amount, { locale: site.locale, currency: known.currency.toUpperCase() })
  return html`<h1>Pay ${money(known.amount)}</h1>
    <p>This is a test. No money moves, and no card is asked for.</p>
    <table>
      <caption>What you pay for</caption>
      ${known.lines.map(
        ({ name, unitAmount, quantity }) =>
          html`<tr><th scope="row">${quantity} × ${name}</th><td>${money(unitAmount * quantity)}</td></tr>`,
      )}
      <tr><th scope="row">Total</th><td><strong>${money(known.amount)}</strong></td></tr>
    </table>
    ${problem ? html`<p role="alert">${problem}</p>` : ''}
    <form method="post" action="/sandbox/pay/${known.id}">
      ${ways.map(([how, name, what], i) => html`<div>${button(how, name, i === 0)}<span>${what}</span></div>`)}
    </form>
    <p><a href="${known.cancelUrl}">Leave without paying</a></p>`
}

function threeDSecure(known: Known, site: Site): Html {
  const amount = moneyWords(known.amount, { locale: site.locale, currency: known.currency.toUpperCase() })
  return html`<h1>Is it you?</h1>
    <p>Your test bank wants to know whether you are paying ${amount} to ${site.name}.</p>
    <form method="post" action="/sandbox/pay/${known.id}">
      <div>${button('succeeds', 'Yes, it is me', true)}</div>
      <div>${button('declined', 'No', false)}</div>
    </form>`
}

const over = (known: Known): Html =>
  known.ending?.how === 'expired'
    ? html`<h1>This payment has ended</h1>
        <p>Nothing was charged.</p>
        <p><a href="${known.cancelUrl}">Back to the shop</a></p>`
    : html`<h1>This has been paid</h1>
        <p><a href="${known.successUrl}">See your order</a></p>`

function stylesOf({ theme }: Site): string {
  const { primary, secondary } = theme.light.colours
  const dark = theme.dark.colours
  return `
  :root { color-scheme: light dark; --line: ${secondary[300]}; --text: ${secondary[900]}; --quiet: ${secondary[700]};
    --page: ${secondary[50]}; --deed: ${primary[700]}; --problem: #b91c1c }
  @media (prefers-color-scheme: dark) { :root { --line: ${dark.secondary[700]}; --text: ${dark.secondary[50]};
    --quiet: ${dark.secondary[200]}; --page: ${dark.secondary[900]}; --problem: #fca5a5 } }
  body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
  main { max-width: 34rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  header { border-top: 6px solid var(--deed); padding: 1rem; text-align: center; font-weight: 700 }
  h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .5rem }
  table { width: 100%; border-collapse: collapse; margin: 1.5rem 0 }
  caption { text-align: left; color: var(--quiet) }
  th, td { padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400 }
  td { text-align: right; white-space: nowrap }
  div { margin: 0 0 .75rem }
  span { display: block; color: var(--quiet); font-size: .875rem }
  button { width: 100%; min-height: 44px; padding: .5rem 1rem; border: 1px solid var(--line); background: none; color: inherit; font: inherit; font-weight: 600; text-align: left; cursor: pointer }
  button.first { background: var(--deed); border-color: var(--deed); color: #fff }
  a { display: inline-block; padding: .6rem 0; color: inherit }
  [role=alert] { padding: .75rem 1rem; border: 2px solid var(--problem); color: var(--problem) }`
}

/** Nothing but the page's own styles; its one form leads to this site, and from there to the site again. */
function show(c: Context<Env>, body: Html): Response | Promise<Response> {
  const { site } = c.var.visit
  const nonce = randomBytes(16).toString('base64')
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex')
  c.header('referrer-policy', 'same-origin')
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src-elem 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  )
  return c.html(
    html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Test payment, ${site.name}</title>
        <style nonce="${nonce}">${stylesOf(site)}</style>
      </head>
      <body><header>${site.name}</header><main>${body}</main></body>
    </html>`,
  )
}
