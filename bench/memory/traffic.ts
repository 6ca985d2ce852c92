import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { sessionOf } from '../owner.ts'

/** Visitors, and how long each of them reads. */
const visitors = 20
const pauseMs = 100
/** The owner looks at a list, and uploads a photograph each time. */
const ownerPauseMs = 1_000
const uploadEvery = 30

type Answer = { status: number; text: string }

/**
 * A bounded mix for so many seconds: pages that are cached, pages that are made for the visitor, searches, pictures in
 * different widths, API calls; beside them an owner at work in lists, who uploads photographs.
 */
export async function runMixedTraffic(port: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors + 2 })
  const until = performance.now() + seconds * 1000
  let requests = 0
  const failures = new Map<string, number>()
  const call = async (path: string, headers: Record<string, string> = {}, body?: Uint8Array): Promise<Answer> => {
    requests++
    const answer = await send({ agent, port, path, headers, body }).catch(() => ({ status: 0, text: '' }))
    if (answer.status < 200 || answer.status >= 300) {
      const what = `${answer.status} ${path.replace(/\?.*/, '')}`
      failures.set(what, (failures.get(what) ?? 0) + 1)
    }
    return answer
  }
  const pictures = await pictureAddresses(call)
  const visitor = async (number: number) => {
    for (let step = number; performance.now() < until; step++) {
      await call(pathAt(step, pictures))
      await wait(pauseMs)
    }
  }
  const owner = async () => {
    const headers = { cookie: await sessionOf(port), origin: `http://localhost:${port}` }
    for (let step = 0; performance.now() < until; step++) {
      await call(`/api/admin/${adminLists[step % adminLists.length]}`, headers)
      if (step % uploadEvery === 0)
        await call(`/api/admin/pictures?name=photo-${step}.jpg`, headers, await photograph(step))
      await wait(ownerPauseMs)
    }
  }
  await Promise.all([owner(), ...Array.from({ length: visitors }, (_, number) => visitor(number))])
  agent.destroy()
  return { requests, failures, seconds }
}

const pages = ['/', '/tour', '/shop', '/discography', '/gallery', '/contact', '/music']
const searches = ['low', 'vinyl', 'tee', 'poster', 'night', 'salt']
const adminLists = ['shows', 'orders', 'products', 'pictures', 'dashboard', 'announcements']

function pathAt(step: number, pictures: string[]): string {
  const kind = step % 10
  if (kind < 5) return pages[step % 6]!
  if (kind === 5) return `/tour?q=${step}`
  if (kind === 6) return `/shop?q=${searches[step % searches.length]}`
  if (kind === 7) return '/api/tour/shows'
  return pictures[step % pictures.length]!
}

async function pictureAddresses(call: (path: string) => Promise<Answer>): Promise<string[]> {
  const texts = await Promise.all(['/', '/gallery', '/shop'].map(async (path) => (await call(path)).text))
  return [...new Set(texts.flatMap((text) => text.match(/\/images\/[0-9a-f]{16}\/[a-z0-9-]+\.(avif|webp)/g) ?? []))]
}

/** 12 megapixels with something to encode, other ones each time. */
async function photograph(step: number): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 80 + (step % 100), sigma: 30 } as const
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()
}

type Call = { agent: Agent; port: number; path: string; headers: Record<string, string>; body: Uint8Array | undefined }

function send({ agent, port, path, headers, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const host = `localhost:${port}`
    const method = body ? 'POST' : 'GET'
    const ask = request({ agent, host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString('latin1') }))
      answer.on('error', reject)
    })
    ask.on('error', reject)
    ask.end(body)
  })
}
