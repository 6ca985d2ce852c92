export type ReadMessage = { headers: [name: string, value: string][]; text: string | null; html: string | null }

/** Reads the mails that we write ourselves: UTF-8, no attachments. Not for mails of others. */
export function readMessage(bytes: Buffer): ReadMessage {
  const { headers, body } = entity(bytes.toString('latin1'))
  const parts = leaves(headers, body)
  const find = (type: string) => parts.find((part) => part.type === type)?.content ?? null
  return {
    headers: headers.map(([name, value]) => [name, decodeWords(value)]),
    text: find('text/plain'),
    html: find('text/html'),
  }
}

type Headers = [name: string, value: string][]

function entity(source: string): { headers: Headers; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const unfolded = source.slice(0, end).replace(/\r\n(?=[ \t])/g, '')
  const headers = unfolded.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { headers, body: source.slice(end + 4) }
}

function leaves(headers: Headers, body: string): { type: string; content: string }[] {
  const value = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
  const type = value('content-type').split(';')[0]!.trim().toLowerCase()
  const boundary = /boundary="?([^";]+)/i.exec(value('content-type'))?.[1]
  if (!boundary) return [{ type, content: decode(body, value('content-transfer-encoding').toLowerCase()) }]
  const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => entity(part.replace(/^[ \t]*\r\n/, '')))
    .flatMap((part) => leaves(part.headers, part.body))
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = encoding === 'quoted-printable' ? unquoted(body.replace(/=\r\n/g, '')) : Buffer.from(body, 'latin1')
  return bytes.toString().replaceAll('\r\n', '\n')
}

const unquoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const word = /=\?utf-8\?([bq])\?([^?\s]*)\?=/gi
const words = /=\?utf-8\?[bq]\?[^?\s]*\?=(?:\s+=\?utf-8\?[bq]\?[^?\s]*\?=)*/gi

/** Words beside each other are one text, and a character may begin in one and end in the next. */
const decodeWords = (value: string): string =>
  value.replace(words, (run) => {
    const bytes = [...run.matchAll(word)].map(([, encoding, text]) =>
      encoding!.toLowerCase() === 'b' ? Buffer.from(text!, 'base64') : unquoted(text!.replaceAll('_', ' ')),
    )
    return Buffer.concat(bytes).toString()
  })
