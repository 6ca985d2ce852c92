/**
 * Hears and reads what was made, as a visitor's browser would: `node scripts/demo-media/check.ts`. Every piece must be
 * as loud as the others, none may clip, and each must say what it is.
 */
import { readFile } from 'node:fs/promises'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import type { Page } from 'playwright-core'
import { startChromium } from '#tests/services/chromium.ts'
import { films, pieces } from './catalogue.ts'
import { releaseOf, titleOf } from './released.ts'
import { decibels } from './sound/loudness.ts'

const read = (file: string) => readFile(new URL(`../../sites/musician/media/${file}`, import.meta.url))
const wrong: string[] = []
const mustBe = (holds: boolean, sentence: string) => holds || wrong.push(sentence)

const browser = await startChromium()
const page = await browser.newPage()
const levels: number[] = []
for (const piece of pieces) {
  const file = await read(`${piece.file}.mp3`)
  const { rms, peak, seconds } = await heard(page, file)
  levels.push(rms)
  mustBe(peak < 1, `${piece.file} clips at ${peak}`)
  const tags = await new Input({ formats: ALL_FORMATS, source: new BufferSource(file) }).getMetadataTags()
  const { title, artist, album, trackNumber, tracksTotal, genre, date, images } = tags
  const release = releaseOf(piece)
  const said = [title, album, trackNumber, tracksTotal, genre, date?.getUTCFullYear()]
  const meant = [titleOf(piece), release.title, piece.track, release.tracks.length, piece.genre, release.year]
  mustBe(`${said}` === `${meant}`, `${piece.file} says ${said}`)
  mustBe(images?.[0]?.mimeType === 'image/jpeg', `${piece.file} has no sleeve`)
  const sleeve = images?.[0]?.data.length ?? 0
  console.log(
    `${seconds.toFixed(1)} s  RMS ${rms.toFixed(1)} dB  peak ${decibels(peak).toFixed(1)} dB  ${artist}: ${title} (${album} ${trackNumber}/${tracksTotal}, ${said.at(-1)}, ${genre}, sleeve ${Math.round(sleeve / 1024)} KB)`,
  )
}
mustBe(Math.max(...levels) - Math.min(...levels) < 4, 'The pieces are not equally loud.')
for (const { file, title } of films) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await read(`${file}.webm`)) })
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const { rms, peak } = await heard(page, await read(`${file}.webm`))
  mustBe(peak < 1, `${file} clips at ${peak}`)
  mustBe((await input.getMetadataTags()).title === title, `${file} does not say its title`)
  console.log(
    `${(await input.computeDuration()).toFixed(1)} s  RMS ${rms.toFixed(1)} dB  peak ${decibels(peak).toFixed(1)} dB  ${title}: ${picture?.codec} ${picture?.displayWidth}×${picture?.displayHeight}, ${sound?.codec}`,
  )
}
await browser.close()
for (const sentence of wrong) console.error(sentence)
process.exitCode = wrong.length ? 1 : 0

/** What the browser's own decoder makes of it. */
function heard(page: Page, file: Buffer): Promise<{ rms: number; peak: number; seconds: number }> {
  return page.evaluate(
    async (address) => {
      const bytes = await (await fetch(address)).arrayBuffer()
      const sound = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(bytes)
      let [sum, peak] = [0, 0]
      for (const side of [0, 1])
        for (const v of sound.getChannelData(side)) {
          sum += v * v
          peak = Math.max(peak, Math.abs(v))
        }
      return { rms: 10 * Math.log10(sum / sound.length / 2), peak, seconds: sound.duration }
    },
    `data:application/octet-stream;base64,${file.toString('base64')}`,
  )
}
