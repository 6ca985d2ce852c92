import type { toldFailures } from '#domain/downloads/events.ts'
import { downloadTexts } from '#domain/texts/downloads.ts'

export type FailureKind = (typeof toldFailures)[number]

/** Why a download does not go on, in a word for us and a sentence for people. */
export class Failure extends Error {
  readonly kind: FailureKind
  /** Whether the next try may do better. */
  readonly mayPass: boolean

  constructor(kind: FailureKind, sentence: string, { mayPass = false } = {}) {
    super(sentence)
    this.kind = kind
    this.mayPass = mayPass
  }
}

const texts: Record<number, string> = {
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Newer connections carry no text beside the status. */
const statusWords = ({ status, statusText }: Response) => `${status} ${statusText || texts[status] || ''}`.trim()

const passing = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

/** With the sentence that the server has for it, where it could send one. */
export async function refusalOf(response: Response): Promise<Failure> {
  const said: { error?: unknown; reason?: unknown } = await response.json().catch(() => ({}))
  const sentence = typeof said.error === 'string' ? `${said.error} (${statusWords(response)})` : statusWords(response)
  return new Failure('refused', sentence, {
    mayPass: passing(response.status) && said.reason !== 'download-file-missing',
  })
}

export const noInformation = (response: Response): Failure =>
  new Failure('refused', `${downloadTexts.noFileInformation}: ${statusWords(response)}`, {
    mayPass: passing(response.status),
  })
