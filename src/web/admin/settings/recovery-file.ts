type About = { host: string; now: Date; locale: string }

/** For a drawer or a safe: whose codes they are, since when, and the codes. */
export function recoveryFile(codes: string[], { host, now, locale }: About): { name: string; text: string } {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(now)
  const lines = [`Recovery codes for ${host}`, date, '', ...codes, '', 'Each code works once.']
  return { name: `recovery-codes-${host.replace(/[^\w.-]/g, '-')}.txt`, text: `${lines.join('\n')}\n` }
}
