const made = new Map<string, Intl.DateTimeFormat>()

/** To make one takes longer than a list of dates takes to be written; there are as many as sites, zones and manners. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale + JSON.stringify(options)
  const format = made.get(name) ?? new Intl.DateTimeFormat(locale, options)
  made.set(name, format)
  return format
}
