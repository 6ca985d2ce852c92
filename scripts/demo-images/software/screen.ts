/** Setlight's own window as it looks on the night: the songs on the left, eight lamps on the right, the next key press below. */
import { path } from '../shapes.ts'
import { bigShoulders, instrumentSans } from '../type/lettering.ts'

const songs = [
  ['Walk-on', '2'],
  ['Tin roof', '5'],
  ['Half a mile', '4'],
  ['Slow lamp', '7'],
  ['Paper boats', '3'],
  ['The long way back', '6'],
  ['Encore', '4'],
  ['House lights', '1'],
] as const

const lamps = ['#7a53f5', '#7a53f5', '#2bcaa8', '#957bfd', '#957bfd', '#2bcaa8', '#7a53f5', '#7a53f5']
const levels = [0.9, 0.7, 0.7, 1, 1, 0.55, 0.7, 0.9]

const box = (x: number, y: number, w: number, h: number, fill: string, r = 6) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`

/** Drawn on 1600 by 1000; `now` is the song that is being played. */
export function cueScreen(now = 3): string {
  const parts = [box(0, 0, 1600, 1000, '#0b0b11', 0), box(0, 0, 1600, 64, '#15151e', 0)]
  const text = (t: string, x: number, y: number, cap: number, fill: string, weight = 600) =>
    path(instrumentSans(t, { cap, weight, x, y }).d, fill)
  parts.push(text('Friday, upstairs', 40, 42, 19, '#9797aa', 500), text('Show', 1490, 42, 19, '#2bcaa8'))
  songs.forEach(([song, cues], n) => {
    const y = 96 + n * 88
    const lit = n === now
    if (lit) parts.push(box(28, y, 800, 78, '#6335dd', 10))
    else if (n === now + 1) parts.push(box(28, y, 800, 78, '#1d1d29', 10))
    const ink = lit ? '#ffffff' : n < now ? '#505062' : '#c4c4d1'
    parts.push(
      path(bigShoulders(String(n + 1), { cap: 34, weight: 800, x: 58, y: y + 56 }).d, lit ? '#d5cdff' : '#6c6c80'),
    )
    parts.push(path(bigShoulders(song, { cap: 34, weight: 700, x: 120, y: y + 56, tracking: 10 }).d, ink))
    for (let c = 0; c < Number(cues); c++)
      parts.push(
        box(780 - c * 22, y + 32, 14, 14, lit ? (c > 3 ? '#2bcaa8' : '#957bfd') : n < now ? '#2a2a38' : '#3b3b4b', 7),
      )
  })
  lamps.forEach((colour, n) => {
    const [x, y] = [930 + (n % 4) * 164, 190 + Math.floor(n / 4) * 300]
    parts.push(`<circle cx="${x}" cy="${y}" r="62" fill="${colour}" opacity="${levels[n]}"/>`)
    parts.push(box(x - 62, y + 96, 124, 8, '#22222e', 4), box(x - 62, y + 96, 124 * levels[n]!, 8, colour, 4))
    parts.push(text(String(n + 1), x - 6, y + 142, 18, '#6c6c80'))
  })
  parts.push(
    box(868, 720, 692, 78, '#15151e', 10),
    box(868, 720, 410, 78, '#2f2069', 10),
    text('Chorus', 900, 768, 24, '#ffffff'),
  )
  parts.push(
    box(28, 850, 1532, 110, '#15151e', 14),
    text('Space: next cue', 66, 916, 30, '#9df1da'),
    text('Bridge, 4 s fade', 1250, 916, 28, '#9797aa', 500),
  )
  return parts.join('')
}
