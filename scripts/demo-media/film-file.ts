/** Writes a film as WebM: a browser asks for one frame after the other and encodes them with the sound it is given. */
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { musician } from '#sites/musician/site.ts'
import { startChromium } from '#tests/services/chromium.ts'
import { type Film, framesPerSecond, height, width } from './films/film.ts'
import { projector } from './films/projector.ts'
import { rate, type Stereo } from './sound/take.ts'

const library = fileURLToPath(import.meta.resolve('mediabunny')).replace(/dist\/.*/, 'dist/bundles/mediabunny.mjs')
/** For the pictures of a whole film, whatever its length; for each second of its sound. */
const [filmBits, soundBits] = [12_960_000, 80_000]

export async function filmFile(film: Film, sound: Stereo): Promise<Buffer> {
  const { server, made } = await serve(film, cut(sound, film))
  const browser = await startChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const frames = film.seconds * framesPerSecond
    await page.evaluate(encode, {
      title: film.title,
      artist: musician.config.name,
      frames,
      framesPerSecond,
      width,
      height,
      rate,
      videoBits: filmBits / film.seconds,
      soundBits,
    })
    return await made
  } finally {
    await browser.close()
    server.close()
  }
}

/** The part of the piece that is heard, from silence and back to it. */
function cut({ left, right }: Stereo, { from, seconds }: Film): Buffer {
  const [start, samples] = [Math.round(from * rate), Math.round(seconds * rate)]
  const both = new Float32Array(samples * 2)
  for (let i = 0; i < samples; i++) {
    const gain = Math.min(1, i / rate / 1.2, (samples - i) / rate / 2.5)
    both[i] = (left[start + i] ?? 0) * gain
    both[samples + i] = (right[start + i] ?? 0) * gain
  }
  return Buffer.from(both.buffer)
}

async function serve(film: Film, sound: Buffer): Promise<{ server: Server; made: Promise<Buffer> }> {
  const draw = await film.scene()
  const print = projector(width, height, film.file, film.stock)
  const code = await readFile(library)
  const { promise: made, resolve } = Promise.withResolvers<Buffer>()
  const server = createServer((request, response) => {
    const { url } = request
    if (url === '/made')
      return void buffer(request)
        .then(resolve, () => {})
        .then(() => response.end())
    const frame = /^\/frames\/(\d+)$/.exec(url ?? '')?.[1]
    if (frame) return response.end(print(draw(Number(frame) / framesPerSecond), Number(frame)))
    if (url === '/sound') return response.end(sound)
    if (url === '/mediabunny.mjs') return response.setHeader('content-type', 'text/javascript').end(code)
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Film</title>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, made }
}

interface Order {
  title: string
  artist: string
  frames: number
  framesPerSecond: number
  width: number
  height: number
  rate: number
  videoBits: number
  soundBits: number
}

/** Runs in the browser, so it knows nothing but what it is given. */
async function encode(order: Order): Promise<void> {
  const { frames, framesPerSecond, width, height, rate } = order
  const address = '/mediabunny.mjs'
  const { AudioBufferSource, BufferTarget, Output, VideoSample, VideoSampleSource, WebMOutputFormat } = (await import(
    address
  )) as typeof import('mediabunny')
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
  const pictures = new VideoSampleSource({ codec: 'vp9', bitrate: order.videoBits, keyFrameInterval: 5 })
  const sound = new AudioBufferSource({ codec: 'opus', bitrate: order.soundBits })
  output.addVideoTrack(pictures, { frameRate: framesPerSecond })
  output.addAudioTrack(sound)
  output.setMetadataTags({ title: order.title, artist: order.artist })
  await output.start()

  // Opus has a rate of its own.
  const both = new Float32Array(await (await fetch('/sound')).arrayBuffer())
  const samples = both.length / 2
  const context = new OfflineAudioContext(2, Math.round((samples / rate) * 48_000), 48_000)
  const given = context.createBuffer(2, samples, rate)
  for (const side of [0, 1]) given.copyToChannel(both.subarray(side * samples, (side + 1) * samples), side)
  const source = context.createBufferSource()
  source.buffer = given
  source.connect(context.destination)
  source.start()
  const resampled = await context.startRendering()
  const heard = sound.add(resampled).then(() => sound.close())

  for (let n = 0; n < frames; n++) {
    const data = new Uint8Array(await (await fetch(`/frames/${n}`)).arrayBuffer())
    const [timestamp, duration] = [n / framesPerSecond, 1 / framesPerSecond]
    const sample = new VideoSample(data, {
      format: 'RGBX',
      codedWidth: width,
      codedHeight: height,
      timestamp,
      duration,
    })
    await pictures.add(sample)
    sample.close()
  }
  pictures.close()
  await heard
  await output.finalize()
  await fetch('/made', { method: 'POST', body: output.target.buffer })
}
