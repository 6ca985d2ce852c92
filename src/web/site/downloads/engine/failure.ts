import type { FailureReason } from '#domain/downloads/events.ts'
import { downloadRefusalTexts } from '#domain/texts/own-download-words.ts'
import { downloadTexts } from '#domain/texts/shop.ts'

/** Why a download stopped: a reason for us and a sentence for the buyer. */
export class DownloadError extends Error {
  readonly kind: FailureReason
  /** Whether a retry may succeed. */
  readonly mayPass: boolean

  constructor(kind: FailureReason, sentence: string, { mayPass = false } = {}) {
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

/** HTTP/2 has no status text. */
const statusWords = ({ status, statusText }: Response) => `${status} ${statusText || texts[status] || ''}`.trim()

const passing = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500

/** Sentences by reason, for answers without a body. */
const sentences = new Map<string, string>([
  ['download-unknown', downloadRefusalTexts.unknown],
  ['download-expired', downloadRefusalTexts.expired],
  ['download-withdrawn', downloadRefusalTexts.withdrawn],
  ['download-cancelled', downloadRefusalTexts.cancelled],
  ['download-used-up', downloadRefusalTexts.usedUp],
  ['download-file-missing', downloadRefusalTexts.fileMissing],
])

/** The failure for an error response. The server has recorded a missing file itself. */
export async function downloadErrorOf(response: Response, otherwise = ''): Promise<DownloadError> {
  const reason = response.headers.get('x-reason') ?? ''
  if (reason === 'download-file-gone') return new DownloadError('refused', downloadRefusalTexts.fileGone)
  const body: { error?: unknown } = await response.json().catch(() => ({}))
  const sentence = typeof body.error === 'string' ? body.error : sentences.get(reason)
  const status = statusWords(response)
  const words = sentence ? `${sentence} (${status})` : otherwise ? `${otherwise}: ${status}` : status
  if (reason === 'download-file-missing') return new DownloadError('file-missing', words)
  return passing(response.status)
    ? new DownloadError('unavailable', words, { mayPass: true })
    : new DownloadError('refused', words)
}

export const fileInformationFailure = (response: Response): Promise<DownloadError> =>
  downloadErrorOf(response, downloadTexts.noFileInformation)
