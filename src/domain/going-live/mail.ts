import type { CheckResult, DnsRecord } from '#domain/going-live/check.ts'
import type { DnsAnswer } from '#domain/going-live/domain.ts'

/** How the mails of an installation are sent, as its settings say. */
export type MailSettings = {
  /** The address that mails come from. */
  from: string
  /** Who may send for it, in the words of SPF: `include:spf.mail.example`. */
  spf: readonly string[]
  /** The names of the keys that the mail server signs with. */
  dkimSelectors: readonly string[]
}

export const mailDomainOf = ({ from }: Pick<MailSettings, 'from'>): string =>
  (from.split('@').at(-1) ?? '').toLowerCase()

/** The names to look up, each for its TXT records. */
export const mailDnsNames = (settings: MailSettings) => {
  const domain = mailDomainOf(settings)
  return {
    spf: domain,
    dkim: settings.dkimSelectors.map((selector) => `${selector}._domainkey.${domain}`),
    /** A domain without a record of its own follows that of the domain above it. */
    dmarc: domain
      .split('.')
      .map((_, at, labels) => labels.slice(at))
      .filter((labels) => labels.length >= 2)
      .slice(0, 4)
      .map((labels) => `_dmarc.${labels.join('.')}`),
  }
}

type MailFacts = {
  /** Null without a mail server: mails are files then. */
  settings: MailSettings | null
  /** The TXT records at each of the names. */
  txt: ReadonlyMap<string, DnsAnswer>
}

/** Whether mails are sent, and whether other mail servers can see that they are genuine. */
export function mailResult({ settings, txt }: MailFacts): CheckResult {
  if (!settings)
    return {
      state: 'todo',
      sentence:
        'No mails are sent: no mail server is set up, and mails only become files on the server. Ask who runs it to set SMTP_URL and MAIL_FROM.',
    }
  const names = mailDnsNames(settings)
  const at = (name: string): DnsAnswer => txt.get(name) ?? null
  const dmarcAt = names.dmarc.find((name) => at(name)?.some(isDmarc)) ?? names.dmarc[0]
  const records = [
    spfRecord(names.spf, at(names.spf), settings.spf),
    ...names.dkim.map((name) => dkimRecord(name, at(name))),
    ...(names.dkim.length ? [] : [unknownDkim(names.spf)]),
    ...(dmarcAt ? [dmarcRecord(dmarcAt, at(dmarcAt))] : []),
  ]
  return { ...mailState(records, settings), records }
}

function mailState(records: DnsRecord[], { from }: MailSettings): Pick<CheckResult, 'state' | 'sentence'> {
  const has = (state: DnsRecord['state']) => records.some((record) => record.state === state)
  const at = `Mails come from ${from}.`
  if (has('wrong'))
    return { state: 'bad', sentence: `${at} Correct the records marked below: some mails are taken for spam.` }
  if (has('missing'))
    return {
      state: 'todo',
      sentence: `${at} Set the missing records at that domain, so that mails are not taken for spam.`,
    }
  if (has('unknown'))
    return {
      state: 'unknown',
      sentence: `${at} Not every record could be checked; send a test and look where it arrives.`,
    }
  return { state: 'ok', sentence: `${at} Other mail servers can see that they are genuine.` }
}

const isSpf = (text: string) => /^v=spf1(\s|$)/i.test(text)
const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text)
/** A key that was withdrawn has an empty `p`. */
const isDkim = (text: string) => /(^|;)\s*p=[A-Za-z0-9+/=\s]{16,}/.test(text)

function spfRecord(name: string, found: DnsAnswer, allowed: readonly string[]): DnsRecord {
  const record = (state: DnsRecord['state'], value: string | null, note: string | null): DnsRecord => ({
    type: 'TXT',
    name,
    value,
    state,
    note,
  })
  const wanted = allowed.length ? `v=spf1 ${allowed.join(' ')} ~all` : null
  const provider = wanted ? null : 'SPF. Your mail provider says its value; it begins with v=spf1.'
  if (found === null) return record('unknown', wanted, provider ?? 'SPF: who may send mails for this domain.')
  const own = found.filter(isSpf)
  if (!own.length) return record('missing', wanted, provider ?? 'SPF: who may send mails for this domain.')
  if (own.length > 1)
    return record('wrong', wanted, 'SPF. There are two records that begin with v=spf1, so none counts. Delete one.')
  const terms = own[0]!.toLowerCase().split(/\s+/)
  const absent = allowed.filter((term) => !terms.includes(term.toLowerCase()))
  if (!absent.length) return record('there', own[0]!, 'SPF: who may send mails for this domain.')
  const merged = own[0]!.replace(/^v=spf1/i, (start) => `${start} ${absent.join(' ')}`)
  return record('wrong', merged, 'SPF. There is a record, but it leaves out your mail server. Change it to this value.')
}

function dkimRecord(name: string, found: DnsAnswer): DnsRecord {
  const state = found === null ? 'unknown' : found.some(isDkim) ? 'there' : found.length ? 'wrong' : 'missing'
  const note = 'DKIM: the key that mails are signed with. Your mail provider says its value.'
  return { type: 'TXT', name, value: null, state, note }
}

const unknownDkim = (domain: string): DnsRecord => ({
  type: 'TXT',
  name: `…._domainkey.${domain}`,
  value: null,
  state: 'unknown',
  note: 'DKIM. Your mail provider says name and value. It is checked here when MAIL_DKIM_SELECTORS has its name.',
})

function dmarcRecord(name: string, found: DnsAnswer): DnsRecord {
  const record = (state: DnsRecord['state']): DnsRecord => ({
    type: 'TXT',
    name,
    value: state === 'there' ? (found?.find(isDmarc) ?? null) : 'v=DMARC1; p=none',
    state,
    note: 'DMARC: what others do with mails that are not genuine.',
  })
  if (found === null) return record('unknown')
  const own = found.filter(isDmarc)
  if (!own.length) return record('missing')
  return record(own.length === 1 && /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(own[0]!) ? 'there' : 'wrong')
}
