/** The tour as a sea chart: real coasts roughly drawn, soundings between them, ports as lamps. */
import { between, chance } from '../chance.ts'
import { slate } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { frame, layLight, type Mask, mask, painted, sampleMask, shade, shadeMask } from '../frame.ts'
import { lamp } from '../light.ts'
import { clamp, cloud, dist, noise, smoothstep } from '../noise.ts'
import { path, type Spot, spots, stroke } from '../shapes.ts'
import { bigShoulders } from '../type/lettering.ts'

interface Port {
  name: string
  lon: number
  lat: number
  side?: 'left'
}

/** In the order of the route. */
const ports: readonly Port[] = [
  { name: 'BERGEN', lon: 5.32, lat: 60.39 },
  { name: 'ABERDEEN', lon: -2.1, lat: 57.15 },
  { name: 'LEITH', lon: -3.17, lat: 55.98, side: 'left' },
  { name: 'HULL', lon: -0.33, lat: 53.74 },
  { name: 'DUBLIN', lon: -6.1, lat: 53.35, side: 'left' },
  { name: 'BREST', lon: -4.6, lat: 48.39, side: 'left' },
  { name: 'LE HAVRE', lon: 0.11, lat: 49.55 },
  { name: 'ROTTERDAM', lon: 4.2, lat: 51.95 },
  { name: 'HAMBURG', lon: 9.4, lat: 53.7 },
  { name: 'GÖTEBORG', lon: 11.9, lat: 57.7 },
]

/** Coasts as longitude and latitude, roughly; noise draws the bays. */
const coasts = [
  '-5.7,50.1 -4.9,50.3 -3.6,50.2 -2.4,50.6 -1.3,50.7 0.2,50.8 1.4,51.1 0.7,51.5 1.6,52.1 1.7,52.7 0.4,52.95 0.2,53.4 -0.1,54 -1.2,54.7 -1.6,55.6 -2.1,55.9 -3.2,56 -2.6,56.3 -2.1,57.1 -1.8,57.5 -3.5,57.7 -4.2,57.6 -3.1,58.6 -5,58.6 -5.8,57.6 -5.6,56.5 -5.6,55.4 -4.8,55.6 -5.1,54.8 -3.5,54.8 -3.3,54.2 -2.9,53.8 -3.1,53.3 -4.5,53.3 -4.4,52.8 -4.1,52.4 -5.2,51.9 -4.2,51.6 -3,51.4 -3.2,51.2 -4.2,51.2 -4.6,50.9',
  '-6.3,52.2 -6,53.3 -5.5,54.5 -6.2,55.2 -8.2,55.2 -8.5,54.3 -10,54.2 -9.9,53.4 -9,53.2 -9.8,52.6 -10.3,52.1 -9.6,51.5 -8.2,51.8 -7,52.1',
  '-1.8,46 -2.2,47.2 -4.4,47.8 -4.8,48.4 -3.5,48.8 -1.6,48.6 -1.9,49.7 -1.1,49.35 0.1,49.5 1.5,50.1 1.7,50.9 3.2,51.35 4,51.9 4.7,52.9 6,53.4 8,53.6 8.8,53.9 8.6,54.4 8.1,55.5 8.2,56.8 9.5,57.2 10.6,57.7 10.3,56.6 10.9,56.2 9.8,55.4 9.9,54.8 11,54 12.5,54.4 14.3,53.9 18.5,54.6 24,54.9 24,44 -1.8,44',
  '5,63 5,60.4 5.6,58.9 7,58 9.5,58.9 10.6,59.3 11.2,58.9 11.9,57.7 12.7,56.2 12.9,55.5 14.3,55.5 16.3,56.4 17,58.5 19,60 19,63',
  '11.2,55.7 12.5,56 12.4,55.2 11.3,55.2',
].map(spots)

const onChart = (lon: number, lat: number): Spot => [760 + (lon - 1) * 39, 916 - (lat - 47.3) * 66]

/** Distance to the nearest coast in pixels, below zero on land, for every fourth pixel. */
function coastDistance(w: number, h: number): Mask {
  const m = mask(Math.ceil(w / 4) + 2, Math.ceil(h / 4) + 2)
  const rings = coasts.map((coast) => coast.map(([lon, lat]) => onChart(lon, lat)))
  return shadeMask(m, (gx, gy) => {
    const [x, y] = [gx * 4, gy * 4]
    let best = 1e9
    let inside = false
    for (const ring of rings) {
      for (let k = 0; k < ring.length; k++) {
        const [ax, ay] = ring[k]!
        const [bx, by] = ring[(k + 1) % ring.length]!
        const t = clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2))
        best = Math.min(best, dist(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
      }
    }
    return inside ? -best : best
  })
}

/** A chart of soundings with the route of the tour: ports are lamps, the way between them is a long exposure. */
export async function chart(): Promise<Print> {
  const [w, h] = [1600, 900]
  const f = frame(w, h)
  const n = noise('chart')
  const coast = coastDistance(w, h)
  const depth = (x: number, y: number) => {
    const [wx, wy] = [x + 17 * cloud(n, x / 44, y / 44, 4), y + 17 * cloud(n, x / 44 + 9, y / 44, 4)]
    const d = sampleMask(coast, wx / 4, wy / 4)
    return d < 0 ? d / 60 : (d / 90) ** 0.8 + 0.5 * smoothstep(0, 60, d) * cloud(n, x / 170 + 3, y / 170, 4)
  }
  shade(f, (x, y, o) => {
    const d = depth(x, y)
    const slope = Math.max(1e-4, dist(depth(x + 2, y) - d, depth(x, y + 2) - d) / 2)
    const steps = d * 6
    const near = Math.abs(steps - Math.round(steps)) / (slope * 6)
    const strong = Math.round(steps) % 3 === 0
    const sea = d > 0 ? 1 : 0
    const contour = sea * (1 - smoothstep(strong ? 0.6 : 0.3, strong ? 1.5 : 1.1, near)) * (strong ? 0.07 : 0.03)
    const shore = (1 - smoothstep(0.6, 1.8, Math.abs(d) / slope)) * 0.2
    const hatch = sea ? 0 : 0.004 + (((x + y) / 9) % 1 < 0.14 ? 0.016 : 0)
    const shelf = sea * (0.01 + 0.022 * Math.exp(-d * 1.6))
    const v = shelf + contour + hatch + shore
    o[0] = v * 0.62
    o[1] = v * 0.9
    o[2] = v * 1.25
  })
  const marks =
    Array.from({ length: 81 }, (_, i) =>
      stroke(`M${i * 20} 0v${i % 5 ? 8 : 16}M${i * 20} 900v${i % 5 ? -8 : -16}`, 1.2, '#9fb0bd'),
    ).join('') +
    [1, 2, 3, 4].map((i) => stroke(`M${i * 320} 0V900`, 0.7, '#9fb0bd', 'opacity="0.35"')).join('') +
    [1, 2].map((i) => stroke(`M0 ${i * 300}H1600`, 0.7, '#9fb0bd', 'opacity="0.35"')).join('')
  layLight(f, await painted(marks, w, h), 0.5)
  const stops = ports.map((port) => ({ ...port, at: onChart(port.lon, port.lat) }))
  const rnd = chance('soundings')
  let numbers = ''
  for (let k = 0; k < 330; k++) {
    const [x, y] = [between(rnd, 30, w - 30), between(rnd, 30, h - 30)]
    const d = depth(x, y)
    if (d < 0.12 || stops.some(({ at }) => Math.abs(at[0] - x) < 130 && Math.abs(at[1] - y) < 34)) continue
    numbers += path(
      bigShoulders(String(Math.round(4 + d * 38)), { cap: 8.5, weight: 500, x, y, tracking: 60 }).d,
      '#9fb0bd',
    )
  }
  layLight(f, await painted(numbers, w, h), 0.3)
  let route = ''
  for (let k = 1; k < stops.length; k++) {
    const [[ax, ay], [bx, by]] = [stops[k - 1]!.at, stops[k]!.at]
    const bend = [0, 0.12, 0.3, 0.34, 0.1, 0.2, -0.24, 0.16, -0.3, 0.2][k]!
    route += `M${ax} ${ay}Q${(ax + bx) / 2 - (by - ay) * bend} ${(ay + by) / 2 + (bx - ax) * bend} ${bx} ${by}`
  }
  layLight(f, await painted(stroke(route, 9, '#e0241b', 'opacity="0.16"') + stroke(route, 3, '#ff2c1c'), w, h), 2.4)
  let names = ''
  for (const { name, at, side } of stops) {
    lamp(f, at[0], at[1], 5, [9, 4.4, 1.4], 0.03, 30)
    names += path(
      bigShoulders(name, {
        cap: 23,
        weight: 800,
        tracking: 60,
        x: at[0] + (side ? -20 : 20),
        y: at[1] + 11,
        align: side ? 'right' : 'left',
      }).d,
      '#f2eee4',
    )
  }
  layLight(f, await painted(names, w, h), 0.85)
  return developed(f, { seed: 'chart', exposure: 1.25, bloom: 0.3, vignette: 0.45, grain: 0.018, black: slate.night })
}
