import { styleText } from 'node:util'
import { pino } from 'pino'
import { redactError } from '#app/http/log-redaction.ts'

export type Logger = ReturnType<typeof createLog>

type LoggedError = ReturnType<typeof redactError>
type OutputStream = { isTTY?: boolean; write: (text: string) => boolean }

/** What the log says of each answered request. */
export type RequestFacts = {
  requestId: string
  /** The name of the site; unknown when no site has the host. */
  site: string | undefined
  method: string
  path: string
  status: number
  ms: number
}

/**
 * One JSON object a line for programs. A person at a terminal gets lines to read and, unless LOG_LEVEL says otherwise,
 * warnings only: a line per request would push the addresses and the password of the welcome off the screen.
 */
export function createLog(level: string | undefined, out: OutputStream = process.stdout) {
  const options = {
    level: level ?? (out.isTTY ? 'warn' : 'info'),
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: redactError },
  }
  if (out.isTTY) {
    const log = pino(options, { write: (line) => out.write(formatLine(line)) })
    return Object.assign(log, { request: (facts: RequestFacts) => log.info(facts, 'request') })
  }
  const lines = createLineBuffer(out)
  const log = pino(options, lines)
  const hasRequests = log.isLevelEnabled('info')
  const request = (facts: RequestFacts) => {
    if (hasRequests) lines.writeSoon(requestLine(facts))
  }
  return Object.assign(log, { request })
}

/** As pino writes it, in a fifth of the time: there is one for each request. */
function requestLine({ requestId, site, method, path, status, ms }: RequestFacts): string {
  const named = site === undefined ? '' : `"site":${JSON.stringify(site)},`
  return `{"level":30,"time":"${isoTime()}","requestId":"${requestId}",${named}"method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"msg":"request"}\n`
}

let lastTime = { ms: 0, text: '' }

function isoTime(): string {
  const ms = Date.now()
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() }
  return lastTime.text
}

/** How long the line of a request may wait for others. */
const maxWaitMs = 5
const maxBufferedLength = 64 * 1024

/**
 * Writes lines together and in order, because each write is a system call: those of one turn of the event loop, and those
 * of requests every few milliseconds.
 */
function createLineBuffer(out: OutputStream) {
  let lines = ''
  let isTurnEnding = false
  let timer: NodeJS.Timeout | null = null
  const write = () => {
    if (timer) clearTimeout(timer)
    timer = null
    isTurnEnding = false
    if (lines) out.write(lines)
    lines = ''
  }
  process.once('exit', write)
  return {
    write: (line: string) => {
      lines += line
      if (isTurnEnding) return
      isTurnEnding = true
      setImmediate(write)
    },
    writeSoon: (line: string) => {
      lines += line
      if (lines.length > maxBufferedLength) write()
      else timer ??= setTimeout(write, maxWaitMs)
    },
  }
}

const levels: Record<number, string> = {
  20: 'debug',
  30: 'info ',
  40: styleText('yellow', 'warn '),
  50: styleText('red', 'error'),
}

function formatLine(line: string): string {
  const { time, level, msg, method, path, status, ms, err, site, requestId: _id, ...rest } = JSON.parse(line)
  const message = method ? `${method} ${path} ${status} ${ms} ms${site ? ` (${site})` : ''}` : msg
  const facts = Object.keys(rest).length ? ` ${JSON.stringify(rest)}` : ''
  const clock = new Date(time).toTimeString().slice(0, 8)
  return `${clock} ${levels[level] ?? level} ${message}${facts}${err ? `\n${formatError(err)}` : ''}\n`
}

/** With its causes, as lines that people can read. */
export function formatError({ stack, type, message, code, where, cause, errors = [] }: LoggedError): string {
  const facts = [code, where].filter(Boolean).join(', ')
  const lines = [stack ?? `${type}: ${message}`, ...(facts ? [`  (${facts})`] : [])]
  const others = [...errors, ...(cause ? [cause] : [])].map((other) => `Caused by ${formatError(other)}`)
  return [...lines, ...others].join('\n')
}
