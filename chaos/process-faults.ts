import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { ChaosCase } from './case.ts'
import { runShopLoad } from './load.ts'
import type { ChaosWorld } from './world.ts'

/**
 * The process is paused in the middle of jobs until another has taken them over, and then continues with jobs that are
 * no longer its own.
 */
export const pausedProcessCase: ChaosCase = {
  name: 'the process stands still until another does its work, and goes on',
  from: 'full',
  settings: () => ({ FAILPOINTS: 'jobs.taken=delay:2000*40' }),
  run: async (world) => {
    const other = await world.another()
    try {
      const playing = runShopLoad(world, { uploads: 1 })
      for (const until = Date.now() + 10_000; Date.now() < until && !(await activeJobs(world)).length; ) await after(50)
      await after(500)
      world.app.signal('SIGSTOP')
      const began = Date.now()
      // The other process has finished its jobs by then.
      await after(2_000)
      const held = await activeJobs(world)
      let left = held
      while (Date.now() < began + 20_000 || (left.length && Date.now() < began + 45_000)) {
        await after(500)
        const active = new Set(await activeJobs(world))
        left = left.filter((id) => active.has(id))
      }
      const seconds = Math.round((Date.now() - began) / 1000)
      world.app.signal('SIGCONT')
      await playing
      if (left.length) world.trouble.push(`standing still: ${left.length} of ${held.length} jobs waited for it`)
      return () => (held.length ? `${seconds} s; ${held.length} jobs were taken from it` : null)
    } finally {
      world.app.signal('SIGCONT')
      await other.stop()
    }
  },
}

const activeJobs = async ({ rows }: ChaosWorld) =>
  (await rows<{ id: string }>(`select id from pgboss.job where state = 'active'`)).map(({ id }) => id)

const maxFiles = 200

/** More connections than file descriptors: open ones are served, and all are once descriptors are free again. */
export const fewFileDescriptorsCase: ChaosCase = {
  name: 'the process may open few files',
  from: 'full',
  run: async (world) => {
    const pid = world.app.pid()
    const usual = /Max open files +(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))![1]!
    const allow = (files: number | string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`])
    allow(maxFiles)
    const sockets = Array.from({ length: maxFiles + 100 }, () => {
      const socket = connect({ port: world.port, host: '127.0.0.1' }).on('error', () => {})
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
      return socket.resume()
    })
    const playing = runShopLoad(world, { buyers: 4, uploads: 1 })
    let open = 0
    for (const until = Date.now() + 5_000; Date.now() < until; await after(100))
      open = Math.max(open, readdirSync(`/proc/${pid}/fd`).length)
    const refused = sockets.filter(({ destroyed }) => destroyed).length
    for (const socket of sockets) socket.destroy()
    allow(usual)
    await playing
    const answer = await world.ask({ host: 'localhost', path: '/tour' })
    if (answer?.status !== 200) world.trouble.push('few files: it has not recovered')
    return () => (open >= maxFiles - 5 && refused ? `${open} files, ${refused} connections were turned away` : null)
  },
}
