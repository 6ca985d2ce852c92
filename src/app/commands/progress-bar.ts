import type { WriteStream } from 'node:tty'

type OutputStream = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number }

/** Shows progress: one line that is redrawn on a terminal, a line for each tenth anywhere else. */
export function createProgressBar(
  out: OutputStream = process.stdout,
): (progress: { done: number; total: number }) => void {
  let [lastLine, isOver] = ['', false]
  return ({ done, total }) => {
    if (isOver) return
    const share = total === 0 ? 1 : done / total
    isOver = share === 1
    const width = Math.max(10, Math.min(40, (out.columns ?? 80) - 40))
    const filled = Math.floor(share * width)
    const percent = Math.floor(share * 100)
    const line = out.isTTY
      ? `\r[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} %  ${done} of ${total}${isOver ? '\n' : ''}`
      : `${Math.floor(percent / 10) * 10} % of ${total}\n`
    if (line !== lastLine) out.write(line)
    lastLine = line
  }
}
