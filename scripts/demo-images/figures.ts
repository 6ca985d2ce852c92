/**
 * People as silhouettes. Each figure is drawn in its own space, 1000 units tall with its feet at y = 1000 and its middle
 * at x = 0, as limbs and cloth that `grown` lets melt together.
 */
import { between, type Chance } from './chance.ts'
import { curveThrough, limb, limbs, path, polygon, type Spot, spots, stroke } from './shapes.ts'

export const placed = (body: string, x: number, y: number, height: number, flip = false) =>
  `<g transform="translate(${x} ${y}) scale(${((flip ? -1 : 1) * height) / 1000} ${height / 1000}) translate(0 -1000)">${body}</g>`

/** The same on both sides of the middle. */
const mirrored = (points: readonly Spot[]): Spot[] => [...points, ...points.toReversed().map(([x, y]): Spot => [-x, y])]

/** A knitted cap: rolled brim, a crown that sits a little back. */
const cap = (x: number, y: number, s = 1) =>
  `<g transform="translate(${x} ${y}) scale(${s})">${path(
    curveThrough(spots('-50,8 -54,-12 -44,-46 -18,-66 8,-68 38,-52 53,-14 50,8 0,14')),
  )}</g>`

/** From behind, coat and cap, one hand on a guitar case that stands beside them. */
export function waiting(): string {
  const coat = spots(
    '-34,150 -72,176 -106,204 -120,250 -104,380 -98,470 -110,590 -122,690 -116,704 -50,712 -4,706 -2,660 10,708 60,714 112,702 118,690 106,590 96,470 102,380 118,250 104,204 72,176 34,150',
  )
  const guitarCase = mirrored(
    spots('14,530 30,534 34,570 38,664 58,690 80,716 83,750 70,790 74,824 98,862 106,912 92,962 56,992 20,1000'),
  )
  return [
    path(limb([0, 58], 43, [2, 92], 36)),
    path(limb([0, 100], 30, [0, 165], 40)),
    path(polygon(spots('-44,118 -70,190 70,190 46,116 20,132 -24,132'))),
    cap(0, 58, 0.88),
    path(curveThrough(coat, true, 0.85)),
    path(limbs('-82,220,40 -116,350,35 -122,440,31 -104,552,25')),
    path(limbs('82,220,40 122,352,34 146,450,28 166,526,21')),
    path(limbs('-46,640,50 -48,780,41 -54,880,38 -58,960,32')),
    path(limbs('46,640,50 50,780,41 64,880,37 72,962,31')),
    path(limb([-70, 980], 20, [-50, 984], 17)),
    path(limb([66, 984], 17, [90, 982], 20)),
    `<g transform="translate(204 0) rotate(4 0 1000)">${path(curveThrough(guitarCase, true, 0.8))}</g>`,
    path(limb([166, 530], 20, [196, 540], 16)),
  ].join('')
}

/** A head in profile that looks left, 100 units from chin to crown, with the ear at the origin. */
export function profile(x: number, y: number, s: number, tilt = 0): string {
  const face = spots(
    '30,78 16,84 -2,74 -14,60 -30,56 -41,53 -47,46 -45,38.5 -43.5,35 -48,31 -48.6,28 -44.5,26 -50,22.5 -49.6,19 -46.6,15.5 -52,14 -60,10.5 -60.5,7 -55,-4 -49.5,-15 -50,-21 -51,-27 -48,-40 -30,-60 4,-68 36,-56 50,-28 49,-4 41,16 38,40 44,74',
  )
  const knit = spots('-53,-24 -55,-34 -50,-52 -34,-70 -8,-81 22,-79 46,-62 57,-34 54,-14 50,-6 20,-16 -16,-24')
  const brim = spots('-55,-21 -57,-36 -20,-40 24,-32 56,-20 54,-3 20,-12 -18,-19')
  return `<g transform="translate(${x} ${y}) rotate(${tilt}) scale(${s})">${path(curveThrough(face, true, 0.9))}${path(
    curveThrough(knit),
  )}${path(curveThrough(brim, true, 0.7))}</g>`
}

/** An acoustic guitar lying along the x axis: its sound hole at the origin, the neck to the left. */
export function guitar(x: number, y: number, s: number, turn: number): string {
  const body = spots(
    '-96,0 -94,-34 -76,-62 -44,-70 -14,-58 18,-52 60,-70 108,-84 148,-66 166,-24 168,0 166,24 148,66 108,84 60,70 18,52 -14,58 -44,70 -76,62 -94,34',
  )
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})">${path(curveThrough(body, true, 0.95))}${path(
    polygon(spots('-90,-12 -330,-9 -330,9 -90,12')),
  )}${path(polygon(spots('-326,-9 -340,-15 -408,-17 -414,-10 -414,10 -408,17 -340,15 -326,9')))}${[-352, -374, -396]
    .map((at) => path(`M${at - 4} -26h8v52h-8z`))
    .join('')}</g>`
}

/** Seen from the side, singing to the left. Body, guitar and arms lie over each other; the microphone is the caller's. */
export function singing(): string[] {
  const back = spots(
    '-20,168 30,160 70,184 98,236 108,320 100,420 92,500 94,590 88,680 -40,690 -74,640 -66,540 -66,440 -76,340 -86,270 -72,214',
  )
  return [
    [
      profile(-36, 84, 1.02, 9),
      path(limb([-10, 120], 34, [10, 190], 46)),
      path(polygon(spots('-44,150 -58,210 60,210 50,132 26,150 -10,176'))),
      path(curveThrough(back, true, 0.9)),
      path(limbs('-34,640,56 -52,800,44 -64,940,32 -66,980,28')),
      path(limbs('44,640,58 58,800,44 76,940,32 82,980,28')),
      path(limb([-104, 986], 13, [-60, 978], 22)),
      path(limb([42, 988], 13, [86, 978], 22)),
    ].join(''),
    path(limbs('-50,240,42 -142,392,32 -154,404,30 -262,372,21 -296,340,19')) +
      path(limb([-294, 346], 18, [-286, 312], 11)),
    guitar(-56, 476, 1.04, 21),
    path(limbs('50,234,48 112,396,38 114,416,36 8,470,25 -36,484,20')) + path(limb([-36, 484], 20, [-70, 496], 12)),
  ]
}

/** A microphone on a boom stand whose head is at the origin; `side` is where the stand goes. */
export const microphone = (x: number, y: number, s: number, floor: number, side = -1) => {
  const foot = (floor - y) / s
  return `<g transform="translate(${x} ${y}) scale(${s * -side} ${s})">${path(limb([0, 0], 15, [-8, 4], 14))}${path(
    limb([-10, 5], 12, [-58, 26], 8),
  )}${stroke(`M-40 18L-150 66M-150 60V${foot}M-128 56L-262 112`, 6)}${path(limb([-250, 107], 9, [-270, 116], 9))}${stroke(
    `M-150 ${foot}L-220 ${foot + 14}M-150 ${foot}L-80 ${foot + 14}`,
    7,
  )}</g>`
}

/** From the front, sitting on a stool with a guitar, head bent over it. */
export function seated(): string[] {
  const coat = spots(
    '-40,316 -88,342 -116,388 -120,470 -106,560 -98,650 -88,730 0,748 88,730 98,650 106,560 120,470 116,388 90,342 40,316',
  )
  return [
    [
      path(limb([10, 242], 43, [-4, 286], 36)),
      path(limb([2, 286], 30, [0, 340], 42)),
      cap(14, 238, 0.9),
      path(polygon(spots('-46,302 -72,356 72,356 48,298 22,320 -22,320'))),
      path(curveThrough(coat, true, 0.85)),
      path(polygon(spots('-96,740 96,740 88,768 -88,768'))),
      stroke('M-74 760L-100 1000M74 760L96 1000M-92 900H90', 13),
    ].join(''),
    path(limbs('-58,716,54 -148,756,46 -150,770,40 -140,900,29 -138,962,24')) +
      path(limb([-142, 982], 19, [-180, 986], 14)),
    path(limbs('58,716,54 128,768,46 130,782,40 118,900,29 116,974,24')) + path(limb([118, 988], 19, [152, 990], 14)),
    path(limbs('-88,390,42 -170,520,33 -180,534,31 -250,470,21 -264,448,19')),
    guitar(22, 600, 1.06, 21),
    path(limbs('90,390,44 156,524,36 156,544,34 66,600,24 28,598,19')),
  ]
}

/** Leaning on a rail, seen from behind: shoulders forward, head a little down. */
export function leaning(): string {
  const coat = spots(
    '-36,196 -78,214 -116,246 -128,310 -108,420 -100,520 -110,640 -114,720 0,736 114,720 108,640 98,520 106,420 128,310 116,246 78,214 36,196',
  )
  return [
    path(limb([2, 128], 43, [0, 164], 36)),
    path(limb([0, 170], 32, [0, 220], 44)),
    cap(2, 124, 0.88),
    path(polygon(spots('-46,182 -70,236 70,236 46,182 20,196 -20,196'))),
    path(curveThrough(coat, true, 0.85)),
    path(limbs('-92,262,42 -168,372,34 -176,388,32 -150,440,26')),
    path(limbs('92,262,42 164,374,34 172,390,32 150,440,26')),
    path(limbs('-48,690,52 -44,820,42 -60,960,32')),
    path(limbs('48,690,52 70,820,42 62,960,32')),
    path(limb([-72, 984], 19, [-52, 984], 17)),
    path(limb([54, 984], 17, [78, 984], 19)),
  ].join('')
}

/** Someone in a crowd, from behind: head and shoulders, sometimes arms in the air. The crown is at y = 0. */
export function listener(rnd: Chance): string {
  const wide = between(rnd, 0.86, 1.12)
  const hair = rnd()
  const parts = [
    path(limb([0, 66], 50 * (0.92 + 0.08 * wide), [0, 100], 42)),
    path(limb([0, 110], 36, [0, 190], 48)),
    path(
      curveThrough(
        spots('-36,168 -84,192 -128,226 -148,300 -152,640 152,640 148,300 128,226 84,192 36,168').map(
          ([x, y]): Spot => [x * wide, y],
        ),
        true,
        0.8,
      ),
    ),
  ]
  if (hair < 0.3)
    parts.push(
      path(curveThrough(spots('-58,74 -54,34 -34,6 0,-4 34,6 54,34 60,74 70,170 46,206 -46,206 -70,170'), true, 0.9)),
    )
  else if (hair < 0.45) parts.push(cap(0, 62, 1.02))
  else if (hair < 0.55) parts.push(path(limb([0, 4], 24, [0, 14], 26)))
  const arm = (side: number, up: number) => {
    const sway = between(rnd, -40, 60) * side
    const elbow: Spot = [side * 168 * wide + sway * 0.4, 90 - up * 60]
    const wrist: Spot = [elbow[0] + sway, elbow[1] - 190]
    const hand: Spot = [wrist[0] + sway * 0.1, wrist[1] - 40]
    const fingers = rnd() < 0.55 ? openHand(hand, side) : path(limb(hand, 30, [hand[0] + 6, hand[1] - 14], 30))
    return (
      path(limb([side * 112 * wide, 246], 48, elbow, 36)) +
      path(limb(elbow, 36, wrist, 24)) +
      path(limb(wrist, 24, hand, 28)) +
      fingers
    )
  }
  const mood = rnd()
  if (mood < 0.38) parts.push(arm(1, rnd()))
  if (mood > 0.22 && mood < 0.52) parts.push(arm(-1, rnd()))
  if (mood > 0.94) parts.push(arm(1, 0.3), path(`M${196 * wide - 30} -196h64v112h-64z`))
  return parts.join('')
}

function openHand([x, y]: Spot, side: number): string {
  const fan = [-0.42, -0.14, 0.12, 0.38]
  const fingers = fan.map((a, i) => {
    const long = [54, 66, 64, 52][i]!
    return path(
      limb([x + Math.sin(a) * 22, y - 12], 9, [x + Math.sin(a) * (22 + long), y - 14 - Math.cos(a) * long], 7),
    )
  })
  return `${fingers.join('')}${path(limb([x - side * 20, y + 6], 10, [x - side * 56, y - 22], 8))}`
}
