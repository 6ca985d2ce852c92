const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const named = (list: [string, RegExp][], text: string) => list.find(([, sign]) => sign.test(text))?.[0]

/** What a person calls the device that they are signed in on; what it says of itself is not kept. */
export function deviceWords(userAgent: string): string {
  const said = userAgent.slice(0, 512)
  const words = [named(browsers, said), named(systems, said)].filter((word) => word !== undefined)
  return words.join(' on ') || 'Unknown device'
}
