import { pino } from 'pino'
import { loggedError } from '#app/logged-error.ts'

export type Logger = ReturnType<typeof createLog>

/** One JSON object a line; on a terminal, one short line for people. */
export function createLog(level: string, out: NodeJS.WriteStream = process.stdout) {
  const serializers = { err: loggedError }
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  return out.isTTY ? pino(options, { write: (line: string) => out.write(forPeople(line)) }) : pino(options, out)
}

function forPeople(line: string): string {
  const { time, msg, method, path, status, ms, err, site, level: _level, requestId: _id, ...rest } = JSON.parse(line)
  const request = method ? `${method} ${path} ${status} ${ms} ms${site ? ` (${site})` : ''}` : msg
  const facts = Object.keys(rest).length ? ` ${JSON.stringify(rest)}` : ''
  return `${time.slice(11, 19)} ${request}${facts}${err ? `\n${err.stack ?? err.message}` : ''}\n`
}
