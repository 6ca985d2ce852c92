const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text as XML may hold it: what XML cannot say at all is left out. */
export const xmlText = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => names[sign]!)

type Child = string | null | false

/** One element; texts inside must have been through `xmlText`. */
export function xmlElement(name: string, attributes: Record<string, string>, ...children: Child[]): string {
  const said = Object.entries(attributes).map(([key, text]) => ` ${key}="${xmlText(text)}"`)
  return `<${name}${said.join('')}>${children.filter(Boolean).join('')}</${name}>`
}

export const xmlTextElement = (name: string, text: string): string => xmlElement(name, {}, xmlText(text))
