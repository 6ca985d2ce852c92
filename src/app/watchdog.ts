import { spawn } from 'node:child_process'

type Notify = (socket: string) => void

/** Node cannot write to a socket of systemd's kind. */
const notifySystemd: Notify = (socket) => {
  const child = spawn('systemd-notify', ['WATCHDOG=1'], {
    env: { PATH: process.env.PATH, NOTIFY_SOCKET: socket },
    stdio: 'ignore',
  })
  // When `systemd-notify` fails to start, systemd gets no signal and restarts the service.
  child.on('error', () => {})
}

/**
 * Tells systemd three times in each `WatchdogSec` of its unit that this process still gets to its timers. One that is
 * frozen, or caught in a loop, sends nothing any more and systemd restarts it. Without systemd this does nothing.
 */
export function notifyWatchdog(
  { NOTIFY_SOCKET: socket, WATCHDOG_USEC, WATCHDOG_PID: pid }: Record<string, string | undefined> = process.env,
  notify: Notify = notifySystemd,
): void {
  const every = Number(WATCHDOG_USEC) / 1000 / 3
  if (!socket || !(every > 0) || (pid && Number(pid) !== process.pid)) return
  notify(socket)
  setInterval(notify, every, socket).unref()
}
