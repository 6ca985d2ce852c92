import { styleText } from 'node:util'
import { pino } from 'pino'
import { redactError } from '#app/http/log-redaction.ts'

export type Logger = ReturnType<typeof createLog>

type LoggedError = ReturnType<typeof redactError>
type OutputStream = { isTTY?: boolean; write: (text: string) => boolean }

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
  return pino(options, out.isTTY ? { write: (line) => out.write(formatLine(line)) } : createLineBuffer(out))
}

/** Buffers the lines of one turn of the event loop and writes them together: each write is a system call. */
function createLineBuffer(out: OutputStream) {
  let lines = ''
  const write = () => {
    if (lines) out.write(lines)
    lines = ''
  }
  process.once('exit', write)
  return {
    write: (line: string) => {
      if (!lines) setImmediate(write)
      lines += line
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
