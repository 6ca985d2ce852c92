import { randomBytes } from 'node:crypto'
import displayFont from '@fontsource-variable/big-shoulders/files/big-shoulders-latin-wght-normal.woff2?url'
import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import type { RequestContext } from '#api/env.ts'
import type { Services } from '#app/services.ts'
import { formatMoney } from '#domain/money.ts'
import type { Site } from '#domain/sites/site.ts'
import { stagingTexts } from '#domain/texts/own-frame-words.ts'
import { isSessionPaid, type SandboxSession } from '#server/payments/sandbox/objects.ts'
import { type Sandbox, type TestPayment, testPaymentOutcomes } from '#server/payments/sandbox/sandbox.ts'

type Env = { Bindings: HttpBindings; Variables: { requestContext: RequestContext } }
type Html = ReturnType<typeof html>

type SandboxPageDeps = Pick<Services, 'sandbox'> & {
  config: Pick<Services['config'], 'STAGING'>
  /** The site as its owner has made it. */
  currentSite: (starter: Site) => Promise<Site>
}

/** The page on which a test payment is made. It is there exactly as long as the sandbox is. */
export function sandboxPageRoutes({ sandbox, config, currentSite }: SandboxPageDeps) {
  const show = async (c: Context<Env>, body: (site: Site) => Html) => {
    const site = await currentSite(c.var.requestContext.site)
    return page(c, { site, body: body(site), staging: config.STAGING })
  }
  const pages = new Hono<Env>()
  if (!sandbox) return pages
  return pages
    .get('/sandbox/pay/:id', async (c, next) => {
      const known = await ofSite(c, sandbox)
      return known ? show(c, (site) => (known.ending ? endedSessionHtml(known) : cardsHtml(known, site))) : next()
    })
    .post('/sandbox/pay/:id', bodyLimit({ maxSize: 1_000, onError: tooLongResponse }), async (c, next) => {
      const known = await ofSite(c, sandbox)
      if (!known) return next()
      if (c.req.header('origin') !== c.var.requestContext.origin) return c.text('Please pay on the page itself.', 403)
      const { how } = await c.req.parseBody()
      if (how === 'three-d-secure') return show(c, (site) => threeDSecure(known, site))
      if (!testPaymentOutcomes.some((each) => each === how)) return c.text('There is no such card.', 400)
      const came = await sandbox.pay(known.id, how as TestPayment)
      if (came === 'declined') return show(c, (site) => cardsHtml(known, site, 'Your card was declined.'))
      return came === 'paid' || (await sandbox.find(known.id))?.ending?.how === 'paid'
        ? c.redirect(known.successUrl, 303)
        : show(c, () => endedSessionHtml(known))
    })
}

/** The rest of it is not read. */
const tooLongResponse = (c: Context) => c.text('That is too long for a payment.', 413, { connection: 'close' })

/** A payment of another site is none of this one's. */
async function ofSite(c: Context<Env>, sandbox: Sandbox): Promise<SandboxSession | null> {
  const known = await sandbox.find(c.req.param('id') ?? '')
  return known?.metadata.website_id === c.var.requestContext.site.siteId ? known : null
}

type PaymentOption = [how: TestPayment | 'three-d-secure', name: string, what: string]

const paymentOptions: { heading: string; ways: PaymentOption[] }[] = [
  {
    heading: 'Choose a test card',
    ways: [
      ['succeeds', '4242 4242 4242 4242', 'The payment succeeds.'],
      ['three-d-secure', '4000 0027 6000 3184', 'The bank asks once more (3-D Secure).'],
      ['declined', '4000 0000 0000 0002', 'The card is declined.'],
    ],
  },
  {
    heading: 'Or try what else can happen',
    ways: [
      ['twice', 'Pay twice', 'One payment; the shop is told of it two times.'],
      ['webhook-late', 'Pay, and the message comes late', 'The shop hears of it some seconds later.'],
      ['webhook-never', 'Pay, and the message never comes', 'The shop finds out by itself, within some minutes.'],
      ['bank', 'Pay from a bank account', 'The money comes some seconds later.'],
      ['bank-fails', 'Pay from an empty bank account', 'Some seconds later there is no money.'],
    ],
  },
]

const button = (how: string, name: string, what = '', isFirst = false): Html =>
  html`<button name="how" value="${how}" class="${isFirst ? 'first' : ''}">
    <b>${name}</b>${what ? html` <span>${what}</span>` : ''}
  </button>`

function cardsHtml(known: SandboxSession, site: Site, problem?: string): Html {
  const money = (amount: number) => formatMoney(amount, { locale: site.locale, currency: known.currency.toUpperCase() })
  return html`<p class="note">This is a test. No money moves, and no card is asked for.</p>
    <h1>Pay ${money(known.amount)}</h1>
    <table>
      <caption>What you pay for</caption>
      ${known.lines.map(
        ({ name, unitAmount, quantity }) =>
          html`<tr><th scope="row">${quantity} × ${name}</th><td>${money(unitAmount * quantity)}</td></tr>`,
      )}
      <tr class="total"><th scope="row">Total</th><td>${money(known.amount)}</td></tr>
    </table>
    ${problem ? html`<p role="alert">${problem}</p>` : ''}
    <form method="post" action="/sandbox/pay/${known.id}">
      ${paymentOptions.map(
        (group, first) =>
          html`<h2>${group.heading}</h2>
            ${group.ways.map(([how, name, what], at) => button(how, name, what, first + at === 0))}`,
      )}
    </form>
    ${known.cancelUrl ? html`<p><a href="${known.cancelUrl}">Leave without paying</a></p>` : ''}`
}

function threeDSecure(known: SandboxSession, site: Site): Html {
  const amount = formatMoney(known.amount, { locale: site.locale, currency: known.currency.toUpperCase() })
  return html`<h1>Is it you?</h1>
    <p>Your test bank wants to know whether you are paying ${amount} to ${site.name}.</p>
    <form method="post" action="/sandbox/pay/${known.id}">
      ${button('succeeds', 'Yes, it is me', '', true)}${button('declined', 'No')}
    </form>`
}

const endedSessionHtml = (known: SandboxSession): Html =>
  isSessionPaid(known)
    ? html`<h1>This has been paid</h1>
        <p><a href="${known.successUrl}">See your order</a></p>`
    : html`<h1>This payment has ended</h1>
        <p>${known.ending?.how === 'unpaid' ? 'There was no money in the account. ' : ''}Nothing was charged.</p>
        ${known.cancelUrl ? html`<p><a href="${known.cancelUrl}">Back to the shop</a></p>` : ''}`

const stagingBanner = html`<aside aria-label="${stagingTexts.label}">${stagingTexts.banner}</aside>`

/** Our own fonts, in the site's colours. Without quotes, which the HTML would escape. */
function stylesOf({ theme }: Site): string {
  const { primary, secondary } = theme.light.colours
  const dark = theme.dark.colours
  return `
  @font-face { font-family: Display; src: url(${displayFont}) format(woff2); font-weight: 100 900; font-display: swap }
  @font-face { font-family: Text; src: url(${textFont}) format(woff2); font-weight: 400 700; font-display: swap }
  :root { color-scheme: light dark; --line: ${secondary[300]}; --text: ${secondary[900]}; --quiet: ${secondary[700]};
    --page: ${secondary[50]}; --accent: ${primary[700]}; --problem: #b91c1c }
  @media (prefers-color-scheme: dark) { :root { --line: ${dark.secondary[700]}; --text: ${dark.secondary[50]};
    --quiet: ${dark.secondary[200]}; --page: ${dark.secondary[900]}; --problem: #fca5a5 } }
  body { margin: 0; border-top: 8px solid var(--accent); background: var(--page); color: var(--text); font: 1rem/1.5 Text, system-ui, sans-serif }
  aside { padding: .5rem 1rem; background: #78350f; color: #fff; text-align: center; font-size: .875rem; font-weight: 500 }
  header, h1, h2, .total { font-family: Display, Impact, sans-serif; font-weight: 850; text-transform: uppercase; line-height: 1 }
  header { padding: 1.5rem 1rem 0; font-size: 1.5rem }
  header, main { max-width: 34rem; margin: 0 auto; box-sizing: border-box }
  main { padding: 2rem 1rem 4rem }
  h1 { font-size: clamp(3rem, 14vw, 4.5rem); line-height: .9; margin: 0 0 1.5rem; overflow-wrap: anywhere }
  h2 { font-size: 1.5rem; margin: 2rem 0 .75rem }
  .note { margin: 0 0 1.5rem; padding-left: .75rem; border-left: 4px solid var(--accent) }
  table { width: 100%; border-collapse: collapse; margin: 0 0 1.5rem; font-variant-numeric: tabular-nums }
  caption { text-align: left; color: var(--quiet) }
  th, td { padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400 }
  td { text-align: right; white-space: nowrap }
  .total th, .total td { border: 0; padding-top: .75rem; font-size: 1.5rem; font-weight: 850 }
  button { display: block; width: 100%; min-height: 56px; margin: 0 0 .5rem; padding: .6rem 1rem; border: 2px solid var(--line); border-radius: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer }
  button:hover { border-color: currentcolor }
  button.first { background: var(--accent); border-color: var(--accent); color: #fff }
  :focus-visible { outline: 3px solid #f59e0b; outline-offset: 3px }
  b { font-weight: 650; font-variant-numeric: tabular-nums }
  span { display: block; color: var(--quiet); font-size: .875rem }
  .first span { color: inherit }
  a { display: inline-block; padding: .6rem 0; color: inherit; text-underline-offset: 4px }
  [role=alert] { padding: .75rem 1rem; border: 2px solid var(--problem); color: var(--problem); font-weight: 600 }`
}

/** Nothing but the page's own styles and faces; its one form leads to this site, and from there to the site again. */
function page(
  c: Context<Env>,
  { site, body, staging }: { site: Site; body: Html; staging: boolean },
): Response | Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex')
  c.header('referrer-policy', 'same-origin')
  c.header(
    'content-security-policy',
    `default-src 'none'; font-src 'self'; style-src-elem 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
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
      <body>${staging ? stagingBanner : ''}<header>${site.name}</header><main>${body}</main></body>
    </html>`,
  )
}
