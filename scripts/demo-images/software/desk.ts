/** Behind the laptop: the list that glows, and the desk at the back of the room. */
import { standInLight } from '../backlight.ts'
import { blurred } from '../blur.ts'
import { times } from '../colours.ts'
import { developed, type Print } from '../film.ts'
import { drawn, frame, painted, sample, shade } from '../frame.ts'
import { disc } from '../light.ts'
import { clamp, lerp, noise, smoothstep } from '../noise.ts'
import { curveThrough, grown, limb, path, polygon, spots } from '../shapes.ts'
import { night, pale, violet } from './colours.ts'
import { cueScreen } from './screen.ts'
import { chorus, lampAt, type Stage, smallStage } from './stage.ts'

const film = { exposure: 1.2, bloom: 0.26, vignette: 0.36, grain: 0.022, black: night }

/** From the back of the room: the one who runs the lights, a laptop, and far away what it does. */
export async function backOfRoom(): Promise<Print> {
  const [w, h] = [1600, 1067]
  const sharp = frame(w, h)
  const stage: Stage = { x: 690, floor: 560, k: 0.66, cue: chorus, seed: 'back of room' }
  await smallStage(sharp, stage)
  const f = blurred(sharp, 7)
  stage.cue.forEach(({ colour, level }, n) => {
    const [x, y] = lampAt(stage, n)
    disc(f, x, y, 25, times(colour, 0.9 * level), 0.5)
    disc(f, x, y, 24, times(pale, 0.35 * level), 0.5)
  })
  const desk = await drawn(path('M-10 930L1610 905V1080H-10Z'), w, h)
  standInLight(
    f,
    [desk],
    [{ x: 700, y: 500, colour: times(violet, 0.7), width: 3, reach: 700 }],
    [0.002, 0.0016, 0.003],
  )
  // The laptop, turned a little; its light lies on the desk and on the person.
  const [lx, ly, lw, lh] = [270, 570, 520, 325]
  const turn = `matrix(1 -0.035 0.05 1 ${-0.05 * ly} ${0.035 * lx + 8})`
  const shell = await drawn(
    `<g transform="${turn}"><rect x="${lx - 14}" y="${ly - 14}" width="${lw + 28}" height="${lh + 30}" rx="12"/></g>`,
    w,
    h,
  )
  const screen = await painted(
    `<g transform="${turn}"><g transform="translate(${lx} ${ly}) scale(${lw / 1600})">${cueScreen()}</g></g>`,
    w,
    h,
  )
  standInLight(
    f,
    [shell],
    [{ x: 690, y: 300, colour: times(violet, 2.4), width: 2.4, reach: 500 }],
    [0.002, 0.002, 0.003],
  )
  for (let i = 0; i < screen.cover.a.length; i++) {
    const a = screen.cover.a[i]!
    if (a > 0)
      for (let c = 0; c < 3; c++)
        f.px[i * 3 + c] = lerp(f.px[i * 3 + c]!, screen.colour.px[i * 3 + c]! * 1.5 + 0.002, a)
  }
  shade(f, (x, y, o) => {
    const d = ((x - 540) / 330) ** 2 + ((y - 950) / 60) ** 2
    if (y < 912) return
    const v = 0.03 * Math.exp(-d)
    o[0] += v * 0.6
    o[1] += v * 0.5
    o[2] += v * 1.2
  })
  const person = await grown(
    path(limb([1120, 520], 118, [1110, 610], 98)) +
      path(limb([1118, 640], 84, [1122, 760], 110)) +
      path(
        curveThrough(
          spots('1040,742 930,792 820,850 770,960 740,1100 1540,1100 1500,930 1420,830 1300,776 1210,742'),
          true,
          0.85,
        ),
      ) +
      path(limb([860, 930], 74, [700, 1010], 48)) +
      path(limb([700, 1010], 46, [620, 968], 34)) +
      path(polygon(spots('1004,500 1012,430 1064,396 1130,388 1196,404 1236,450 1240,540 1220,610 1190,560 1060,480'))),
    w,
    h,
    7,
  )
  standInLight(
    f,
    [person],
    [
      { x: 560, y: 720, colour: [0.8, 0.7, 1.5], width: 7, reach: 420 },
      { x: 700, y: 120, colour: times(violet, 1.6), width: 6, reach: 620 },
    ],
    [0.0018, 0.0014, 0.0026],
  )
  return developed(f, { ...film, seed: 'back of room' })
}

/** The list so near that the screen's own dots show where it is sharp. */
export async function cueList(): Promise<Print> {
  const [w, h] = [1600, 900]
  const [sw, sh] = [800, 500]
  const ui = (await painted(`<g transform="scale(0.5)">${cueScreen(3)}</g>`, sw, sh)).colour
  const soft = [0, 1.2, 3, 7, 15, 30].map((sigma) => (sigma === 0 ? ui : blurred(ui, sigma)))
  const f = frame(w, h)
  const yaw = 0.86
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const roll = -0.1
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)]
  const dust = noise('screen dust')
  const a: [number, number, number] = [0, 0, 0]
  const b: [number, number, number] = [0, 0, 0]
  const near = 300
  shade(f, (x, y, o) => {
    const [qx, qy] = [(x - w / 2) / w, (y - h / 2) / w]
    const vx = qx * cr - qy * sr
    const vy = qx * sr + qy * cr
    // A plane turned about its upright axis; z is measured from the eye.
    const z = near / (cos + vx * sin * 1.25)
    const u = 236 + vx * z * 1.25
    const v = 205 + vy * z * 1.25
    const su = 236 + (u - 236) / cos
    const blur = Math.abs(1 / z - 1 / (near / (cos + -0.06 * sin))) * near * 34
    const level = clamp(Math.log2(1 + blur * 0.85), 0, 4.99)
    const n = Math.floor(level)
    const inside =
      smoothstep(-3 - blur, 3 + blur, su) *
      smoothstep(-3 - blur, 3 + blur, v) *
      smoothstep(sh + 3 + blur, sh - 3 - blur, v)
    const crisp = 1 - smoothstep(0.3, 1.7, blur)
    const [cu, cv] = crisp > 0 ? [lerp(su, Math.floor(su) + 0.5, crisp), lerp(v, Math.floor(v) + 0.5, crisp)] : [su, v]
    sample(soft[n]!, cu - 0.5, cv - 0.5, a)
    sample(soft[n + 1]!, cu - 0.5, cv - 0.5, b)
    const t = level - n
    const [fu, fv] = [su - Math.floor(su), v - Math.floor(v)]
    const row = smoothstep(0, 0.12, fv) * smoothstep(1, 0.88, fv)
    for (let c = 0; c < 3; c++) {
      const stripe = row * smoothstep(0, 0.07, fu - c / 3) * smoothstep((c + 1) / 3, (c + 1) / 3 - 0.07, fu) * 3.2
      const value = lerp(a[c]!, b[c]!, t) + 0.0035
      o[c] = value * lerp(1, stripe, crisp * 0.85) * inside * 1.9
    }
    const fleck = Math.max(0, dust(x / 7, y / 7) - 0.62) * 0.03 * crisp
    o[0] += fleck
    o[1] += fleck
    o[2] += fleck * 1.2
  })
  return developed(f, { ...film, seed: 'cue list', exposure: 1.35, bloom: 0.3, vignette: 0.45 })
}
