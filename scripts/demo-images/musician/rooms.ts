/** Before and without an audience: the empty stage at soundcheck, and one song under bulbs. */
import { haze, standInLight } from '../backlight.ts'
import { blurred } from '../blur.ts'
import { between, chance } from '../chance.ts'
import { amber, red, slate, times, tungsten } from '../colours.ts'
import { microphone, placed, seated } from '../figures.ts'
import { developed, type Print } from '../film.ts'
import { add, drawn, fill, frame, shade } from '../frame.ts'
import { beam, disc, lamp, specks } from '../light.ts'
import { cloud, dist, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, path, polygon, spots, stroke } from '../shapes.ts'

const film = { exposure: 1.15, bloom: 0.26, vignette: 0.4, grain: 0.024, black: slate.night }
const down = Math.PI / 2

export async function soundcheck(): Promise<Print> {
  const [w, h] = [1600, 686]
  const f = frame(w, h)
  const floor = 545
  const fog = noise('soundcheck')
  shade(f, (x, y, o) => {
    const v = 0.006 * Math.max(0.3, 1 + cloud(fog, x / 300, y / 200, 4)) * smoothstep(-100, floor, y)
    o[0] = v * 0.8
    o[1] = v
    o[2] = v * 1.35
  })
  const dust = haze('soundcheck', 190)
  const pools = [
    { x: 330, lean: 0.12, colour: times(tungsten, 0.5) },
    { x: 820, lean: -0.03, colour: times(tungsten, 0.95) },
    { x: 1290, lean: -0.16, colour: times(red, 1.5) },
  ]
  for (const { x, lean, colour } of pools) {
    const top = x - lean * 700
    beam(
      f,
      {
        x: top,
        y: -70,
        angle: down - lean,
        spread: 0.2,
        length: 1100,
        colour: times(colour, 0.2),
        start: 14,
        edge: 1.4,
        fall: 0.9,
      },
      dust,
    )
    lamp(f, top, -6, 12, times(colour, 9), 0.04, 40)
    shade(f, (px, y, o) => {
      if (y < floor) return
      const d = dist((px - x) / 190, (y - floor - 52) / 46)
      const board = 0.75 + 0.25 * fog(px / 900, Math.floor((y - floor) / 9) * 3.7)
      const v = 0.26 * (1 - smoothstep(0.6, 1.14, d)) * board + 0.035 * Math.exp(-d * 0.9)
      for (let c = 0; c < 3; c++) o[c]! += colour[c]! * v
    })
  }
  const amp = path('M196 560v-132h148v132z') + path('M206 420h128v10h-128z') + stroke('M250 420q20 -14 40 0', 5)
  const guitarOnStand = `<g transform="translate(452 520) rotate(84)">${path(
    curveThrough(
      spots(
        '-58,0 -56,-21 -46,-38 -26,-43 -8,-35 11,-32 37,-43 66,-51 90,-40 101,-15 102,0 101,15 90,40 66,51 37,43 11,32 -8,35 -26,43 -46,38 -56,21',
      ),
    ),
  )}${path(polygon(spots('-54,-6 -200,-5 -206,-9 -248,-10 -252,0 -248,10 -206,9 -200,5 -54,6')))}</g>${stroke('M440 600L452 520L486 602', 5)}`
  const stool = path('M896 500h96v12h-96z') + stroke('M904 510L890 606M984 510L998 606M898 566H990', 6)
  const mic = microphone(836, 318, 0.72, 604, 1)
  const keys =
    path('M1180 470h250v24h-250z') +
    stroke('M1200 494L1290 606M1410 494L1320 606M1196 606L1290 494M1414 606L1320 494', 6)
  const cable = stroke('M300 560C360 640 480 590 560 630S760 600 836 612S1100 660 1180 610', 3)
  const things = await Promise.all([amp, guitarOnStand, stool, mic, keys, cable].map((b) => drawn(b, w, h)))
  standInLight(
    f,
    things,
    [
      { x: 820, y: -200, colour: [1.6, 1.15, 0.7], width: 2, reach: 420 },
      { x: 330, y: -100, colour: [1.2, 0.8, 0.42], width: 2, reach: 330 },
      { x: 1290, y: -100, colour: [1.8, 0.12, 0.08], width: 2, reach: 380 },
    ],
    [0.002, 0.002, 0.003],
  )
  specks(
    f,
    1500,
    chance('soundcheck dust'),
    (x, y) => {
      const near = Math.min(...pools.map((p) => Math.abs(x - p.x + p.lean * (floor - y)) / (60 + y * 0.22)))
      return times([1, 0.8, 0.55], 0.32 * Math.exp(-near * near))
    },
    [0.6, 1.9],
  )
  return developed(f, { ...film, seed: 'soundcheck', exposure: 1.25 })
}

/** A room, a stool, one song: bulbs hang at all distances and only the near ones are out of focus. */
export async function underBulbs(): Promise<Print> {
  const [w, h] = [1600, 900]
  const f = frame(w, h)
  const wall = noise('bulb wall')
  const rnd = chance('bulbs')
  shade(f, (x, y, o) => {
    const fold = 0.6 + 0.4 * Math.sin(x / 23 + 2.6 * wall(x / 150, y / 900))
    const d = dist((x - 900) / 620, (y - 400) / 480)
    const v = 0.035 * Math.exp(-d * d) * (0.25 + fold) + 0.0015
    o[0] = v * 1.25
    o[1] = v * 0.62
    o[2] = v * 0.4
  })
  const floor = 800
  shade(f, (x, y, o) => {
    if (y < floor) return
    const d = dist((x - 920) / 460, (y - floor - 40) / 60)
    const v = 0.14 * Math.exp(-d * d * 0.8)
    o[0] = 0.003 + v
    o[1] = 0.003 + v * 0.5
    o[2] = 0.004 + v * 0.24
  })
  const far = frame(w, h)
  const cords: string[] = []
  for (let n = 0; n < 22; n++) {
    const x = between(rnd, 60, 1560)
    const y = between(rnd, 60, 420)
    if (Math.abs(x - 900) < 120 && y > 200) continue
    cords.push(stroke(`M${x} 0V${y - 14}`, 1.4))
    lamp(far, x, y, 6, times(amber, 6), 0.025, 30)
    lamp(far, x, y, 2.2, times(tungsten, 18), 0.02, 16)
  }
  fill(f, await drawn(cords.join(''), w, h), [0.004, 0.003, 0.003], 0.8)
  add(f, blurred(far, 1.2))
  const at = (b: string) => placed(b, 920, 850, 760)
  const layers = await Promise.all(seated().map((body) => grown(at(body), w, h, 3)))
  const mic = await grown(at(microphone(-118, 330, 1, 1000)), w, h, 1)
  standInLight(
    f,
    [...layers, mic],
    [
      { x: 1250, y: 120, colour: [2.8, 1.1, 0.34], width: 3.2, reach: 420 },
      { x: 560, y: 60, colour: [1.8, 0.7, 0.22], width: 3, reach: 460 },
      { x: 920, y: -300, colour: [1.1, 0.5, 0.2], width: 2.6, reach: 600 },
    ],
    [0.004, 0.003, 0.003],
  )
  for (const [x, y, r, k] of [
    [96, 300, 92, 0.15],
    [330, 690, 128, 0.075],
    [1440, 210, 84, 0.15],
    [1530, 640, 150, 0.07],
    [560, 120, 52, 0.16],
    [1180, 64, 46, 0.18],
    [1300, 800, 96, 0.08],
  ] as const)
    disc(f, x, y, r, times(amber, k), 0.55)
  disc(f, 30, 640, 120, times(red, 0.16), 0.55)
  return developed(f, { ...film, seed: 'bulbs', exposure: 1.2 })
}
