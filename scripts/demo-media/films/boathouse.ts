/** The Boathouse Session: forty bulbs on forty cords. They come on one by one, swing and breathe, and leave one red. */
import { standInLight } from '../../demo-images/backlight.ts'
import { red, times } from '../../demo-images/colours.ts'
import { microphone, placed, seated } from '../../demo-images/figures.ts'
import { copy, type Frame, frame, type Mask } from '../../demo-images/frame.ts'
import { disc, lamp } from '../../demo-images/light.ts'
import { cloud, dist, lerp, noise, smoothstep } from '../../demo-images/noise.ts'
import { grown } from '../../demo-images/shapes.ts'
import { blurredBulb, glowing, hanging, hung, type Lit, showBulb } from './bulbs.ts'
import { type Film, height as h, width as w } from './film.ts'

const [floor, seconds] = [480, 25]
/** A bar of the song. */
const bar = 6 * (60 / 170)

export const boathouse: Film = {
  file: 'boathouse-session',
  title: 'The Boathouse Session',
  piece: 'the-long-fetch',
  from: 6 * bar,
  seconds,
  scene,
  stock: { exposure: 1.2, bloom: 0.46, grain: 0.015, dots: 0.3, black: [0.022, 0.018, 0.024] },
}

async function scene() {
  const bulbs = hung(seconds)
  const room = wall()
  const player = await seat()
  return (t: number): Frame => {
    const breath = 0.84 + 0.16 * Math.cos((2 * Math.PI * t) / bar)
    const f = copy(room)
    const here = bulbs.map((bulb) => ({ ...bulb, ...hanging(bulb, t), light: glowing(bulb, t) * breath }))
    const warmth = here.reduce((sum, { light }) => sum + light, 0) / here.length
    const left = mean(here.filter(({ x }) => x < 470).map(({ light }) => light))
    const right = mean(here.filter(({ x }) => x >= 470).map(({ light }) => light))
    lightRoom(f, room, here, warmth)
    for (const bulb of here) if (bulb.near < 0.6) showBulb(f, bulb)
    show(f, player, left, right, ember(t))
    for (const bulb of here) if (bulb.near >= 0.6) blurredBulb(f, bulb)
    disc(f, 56 + 7 * Math.sin(t * 0.55), 392, 70, times(red, 0.3 * ember(t)), 0.55)
    lamp(f, 824 + 5 * Math.sin(t * 0.7 + 2), 300, 6.5, times(red, 2.6 * ember(t)), 0.1, 44)
    const open = smoothstep(0, 0.8, t) * (1 - smoothstep(seconds - 1, seconds, t))
    if (open < 1) for (let i = 0; i < f.px.length; i++) f.px[i]! *= open
    return f
  }
}

const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length

/** The one red lamp is there from the start and stays when the others have gone. */
const ember = (t: number) => 0.8 + 0.2 * Math.sin(t * 1.7)

/** Boards and their grain, as they would look under even light. */
function wall(): Frame {
  const n = noise('boathouse wall')
  const f = frame(w, h)
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i += 3) {
      const wide = 46
      const board = Math.floor(x / wide)
      const gap = smoothstep(0, 2.2, Math.abs((x % wide) - 1))
      const wood = 0.7 + 0.5 * n(board * 7.3, 1.7) + 0.5 * cloud(n, x / 9 + board * 31, y / 190, 3)
      const boards = y < floor ? gap * Math.max(0.12, wood) : 0.5 + 0.3 * n(x / 240, Math.floor((y - floor) / 7) * 3.1)
      const v = 0.0011 * boards
      f.px[i] = v * 1.1
      f.px[i + 1] = v * 0.8
      f.px[i + 2] = v * 0.9
    }
  return f
}

/** What the bulbs at the back throw on the boards behind them, worked out on a coarse net. */
function lightRoom(f: Frame, room: Frame, bulbs: Lit[], warmth: number): void {
  const step = 8
  const [gw, gh] = [w / step + 1, Math.ceil(h / step) + 1]
  const net = new Float32Array(gw * gh)
  for (let gy = 0; gy < gh; gy++)
    for (let gx = 0; gx < gw; gx++) {
      let sum = 0
      for (const { px, py, light, near } of bulbs) {
        if (light < 0.01 || near > 0.6) continue
        const d = dist(gx * step - px, (gy * step - py) * 0.9)
        sum += light / (1 + (d / (34 + 40 * near)) ** 2)
      }
      net[gy * gw + gx] = sum
    }
  for (let y = 0, i = 0; y < h; y++)
    for (let x = 0; x < w; x++, i += 3) {
      const g = (y >> 3) * gw + (x >> 3)
      const [u, v] = [(x & 7) / 8, (y & 7) / 8]
      const even = lerp(lerp(net[g]!, net[g + 1]!, u), lerp(net[g + gw]!, net[g + gw + 1]!, u), v)
      const pool = y < floor ? 0 : 70 * warmth * Math.exp(-(dist((x - 552) / 280, (y - floor - 26) / 40) ** 2))
      const lit = 22 * even + pool
      f.px[i] = room.px[i]! * (1 + lit * 1.5)
      f.px[i + 1] = room.px[i + 1]! * (1 + lit * 0.82)
      f.px[i + 2] = room.px[i + 2]! * (1 + lit * 0.3)
    }
}

interface Player {
  cover: Mask
  /** What the left, the right and the red lamp each put on the edges. */
  sides: [Frame, Frame, Frame]
}

async function seat(): Promise<Player> {
  const at = (body: string) => placed(body, 552, 512, 456)
  const layers = await Promise.all(seated().map((body) => grown(at(body), w, h, 2)))
  layers.push(await grown(at(microphone(-118, 330, 1, 1000)), w, h, 1))
  const lit = (x: number, y: number, colour: readonly [number, number, number], reach: number) => {
    const f = frame(w, h)
    const cover = standInLight(f, layers, [{ x, y, colour, width: 2.4, reach }], [0.0012, 0.001, 0.001])
    return { f, cover }
  }
  const [left, right, back] = [
    lit(310, 40, [2.2, 0.86, 0.26], 290),
    lit(770, 70, [2.8, 1.1, 0.34], 270),
    lit(900, 330, [2.6, 0.16, 0.09], 240),
  ]
  return { cover: left.cover, sides: [left.f, right.f, back.f] }
}

function show(f: Frame, { cover, sides }: Player, left: number, right: number, ember: number): void {
  const shares = [left, right, ember * 0.8]
  for (let i = 0; i < cover.a.length; i++) {
    const a = cover.a[i]!
    if (a === 0) continue
    for (let c = 0; c < 3; c++) {
      const k = i * 3 + c
      const v = sides[0].px[k]! * shares[0]! + sides[1].px[k]! * shares[1]! + sides[2].px[k]! * shares[2]!
      f.px[k] = lerp(f.px[k]!, v, a)
    }
  }
}
