import { isIPv4, isIPv6 } from 'node:net'
import { backupsResult, secondFactorResult } from '#domain/going-live/backups-and-second-factor.ts'
import { certificateResult, type HostCertificate, type TlsOutcome } from '#domain/going-live/certificate.ts'
import { type CheckId, type CheckResult, checkIds } from '#domain/going-live/check.ts'
import { domainResult, type PublicAddresses } from '#domain/going-live/domain.ts'
import { type MailSettings, mailDnsNames, mailResult } from '#domain/going-live/mail.ts'
import { type PaymentMode, paymentsResult } from '#domain/going-live/payments.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import { inspectCertificate, type TlsTarget } from '#server/going-live/certificate.ts'
import { createDnsResolver, isPublicAddress, type ResolveDns } from '#server/going-live/dns.ts'
import { stripeApiVersion } from '#server/payments/stripe.ts'

/** What the settings of the installation say about the world outside. */
export type GoingLiveSettings = {
  publicAddresses: PublicAddresses
  /** Empty for those of the machine. */
  dnsServers: readonly string[]
  /** Null without a mail server. */
  mail: MailSettings | null
  /** Where TLS is looked at. */
  tls: Pick<TlsTarget, 'port' | 'ca'>
}

/** What the checks of one site look at. Nothing in it comes from the browser. */
export type CheckDeps = {
  settings: GoingLiveSettings
  /** The host names of the site in public DNS, its domain first. */
  hosts: readonly string[]
  hasShop: boolean
  provider: Pick<PaymentProvider, 'kind' | 'takesRealMoney' | 'setup'>
  webhookUrls: readonly string[]
  lastPaymentEventAt: () => Promise<Date | null>
  lastTestPayments: () => Promise<{ receivedAt: Date | null; refundedAt: Date | null }>
  backups: (now: Date) => { lastAt: Date | null; areAutomatic: boolean }
  secondFactors: () => Promise<{ people: number; protectedPeople: number; isOwnOn: boolean }>
  now: Date
  signal: AbortSignal
}

type Check = { id: CheckId; title: string; check: (deps: CheckDeps) => Promise<CheckResult> }

const checks: Record<CheckId, Omit<Check, 'id'>> = {
  domain: { title: 'Domain', check: checkDomain },
  certificate: { title: 'Secure connection (HTTPS)', check: checkCertificate },
  mail: { title: 'Mail', check: checkMail },
  payments: { title: 'Payments', check: checkPayments },
  backups: {
    title: 'Backups',
    check: async ({ backups, now }) => backupsResult({ ...backups(now), now }),
  },
  'second-factor': {
    title: 'Second factor',
    check: async ({ secondFactors }) => secondFactorResult(await secondFactors()),
  },
}

/** All checks in the order of the page. A new one is an id and an entry. */
export const goingLiveChecks: readonly Check[] = checkIds.map((id) => ({ id, ...checks[id] }))

/** More names than a site has are not looked up. */
const maxHosts = 10

const lookUp = async (dns: ResolveDns, host: string) => {
  const [v4, v6] = await Promise.all([dns(host, 'A'), dns(host, 'AAAA')])
  return { host, v4, v6 }
}

type DomainDeps = Pick<CheckDeps, 'hosts' | 'signal'> & {
  settings: Pick<GoingLiveSettings, 'publicAddresses' | 'dnsServers'>
}

async function checkDomain({ settings, hosts, signal }: DomainDeps): Promise<CheckResult> {
  const { publicAddresses: announced, dnsServers } = settings
  const dns = createDnsResolver(dnsServers, signal)
  const [lookups, ownAddresses] = await Promise.all([
    Promise.all(hosts.slice(0, maxHosts).map((host) => lookUp(dns, host))),
    addressesOf(announced, dns),
  ])
  return domainResult({ hosts: lookups, announced, ownAddresses })
}

/** Whether one host leads here, by its DNS. */
export const checkHost = (
  host: string,
  settings: Pick<GoingLiveSettings, 'publicAddresses' | 'dnsServers'>,
  signal: AbortSignal,
): Promise<CheckResult> => checkDomain({ settings, hosts: [host], signal })

/** The announced addresses and those of the announced name; null when DNS does not say the latter. */
async function addressesOf({ v4, v6, name }: PublicAddresses, dns: ResolveDns): Promise<string[] | null> {
  if (!name) return [...v4, ...v6]
  const named = await lookUp(dns, name)
  return named.v4 && named.v6 && [...v4, ...v6, ...named.v4, ...named.v6]
}

async function checkCertificate({ settings, hosts, now, signal }: CheckDeps): Promise<CheckResult> {
  const { publicAddresses, dnsServers, tls } = settings
  const dns = createDnsResolver(dnsServers, signal)
  const own = [...publicAddresses.v4, ...publicAddresses.v6]
  const outcomeAt = async (host: string): Promise<TlsOutcome> => {
    const { v4, v6 } = await lookUp(dns, host)
    if (v4 === null && v6 === null) return { kind: 'no-answer' }
    const found = [...(v4 ?? []), ...(v6 ?? [])]
    if (!found.length) return { kind: 'no-address' }
    // A name may lead anywhere. What the operator has announced is known; of all others only the public ones are.
    const address = found.find((each) => own.includes(each) || isPublicAddress(each))
    return address ? inspectCertificate({ ...tls, host, address }, signal) : { kind: 'not-public' }
  }
  const all = hosts.slice(0, maxHosts).map(async (host): Promise<HostCertificate> => {
    return { host, outcome: await outcomeAt(host) }
  })
  return certificateResult(await Promise.all(all), now)
}

async function checkMail({ settings: { mail, dnsServers }, signal }: CheckDeps): Promise<CheckResult> {
  if (!mail) return mailResult({ settings: null, txt: new Map() })
  const dns = createDnsResolver(dnsServers, signal)
  const { spf, dkim, dmarc } = mailDnsNames(mail)
  const lookups = [spf, ...dkim, ...dmarc].map(async (name) => [name, await dns(name, 'TXT')] as const)
  return mailResult({ settings: mail, txt: new Map(await Promise.all(lookups)) })
}

async function checkPayments(deps: CheckDeps): Promise<CheckResult> {
  const { hasShop, provider, webhookUrls, lastPaymentEventAt, lastTestPayments } = deps
  const mode = paymentModeOf(provider)
  const asksProvider = hasShop && mode !== 'closed'
  const [setup, lastEventAt, testPayment] = await Promise.all([
    asksProvider ? provider.setup() : ({ key: 'no-answer' } as const),
    lastPaymentEventAt(),
    lastTestPayments(),
  ])
  return paymentsResult({ hasShop, mode, setup, webhookUrls, version: stripeApiVersion, lastEventAt, testPayment })
}

export const paymentModeOf = ({
  kind,
  takesRealMoney,
}: Pick<PaymentProvider, 'kind' | 'takesRealMoney'>): PaymentMode =>
  kind === 'stripe' ? (takesRealMoney ? 'live' : 'test') : kind

/** `203.0.113.7, 2001:db8::7, sites.example.com` by kind. */
export function publicAddressesOf(listed: readonly string[]): PublicAddresses {
  return {
    v4: listed.filter(isIPv4),
    v6: listed.filter(isIPv6).map((address) => new URL(`http://[${address}]`).hostname.slice(1, -1)),
    name: listed.find((entry) => !isIPv4(entry) && !isIPv6(entry))?.toLowerCase() ?? null,
  }
}
