import { pino } from 'pino'
import { loggedError } from '#app/logged-error.ts'

export type Logger = ReturnType<typeof createLog>

type Out = { isTTY: boolean; write: (text: string) => boolean }

/** One JSON object a line; on a terminal, one short line for people. */
export function createLog(level: string, out: Out = process.stdout) {
  const serializers = { err: loggedError }
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  return pino(options, out.isTTY ? { write: (line) => out.write(forPeople(line)) } : together(out))
}

/** What is logged in one turn of the process is written at its end, in one piece: each write is a call to the system. */
function together(out: Out) {
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

function forPeople(line: string): string {
  const { time, msg, method, path, status, ms, err, site, level: _level, requestId: _id, ...rest } = JSON.parse(line)
  const request = method ? `${method} ${path} ${status} ${ms} ms${site ? ` (${site})` : ''}` : msg
  const facts = Object.keys(rest).length ? ` ${JSON.stringify(rest)}` : ''
  return `${time.slice(11, 19)} ${request}${facts}${err ? `\n${err.stack ?? err.message}` : ''}\n`
}
