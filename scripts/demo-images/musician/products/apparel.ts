/** Shirts, a hoodie and a bag: cut as paths, laid in folds, printed as a screen printer would. */
import { blurredMask } from '../../blur.ts'
import { developed, type Print } from '../../film.ts'
import { type Colour, type Drawing, drawn, hex, type Mask, painted } from '../../frame.ts'
import { cloud, lerp, noise } from '../../noise.ts'
import { castShadow, clothHeight, type Fold, shadeRelief, studio } from '../../relief.ts'
import { path, stroke } from '../../shapes.ts'
import { bigShoulders } from '../../type/lettering.ts'

const [w, h] = [1200, 1500]
export const paper = hex('#b9bec4')
export const productFilm = { bloom: 0.05, vignette: 0.22, grain: 0.014, saturation: 0.84 }

const mirror = (folds: readonly Fold[]): Fold[] => [
  ...folds,
  ...folds.map(
    ([x0, y0, x1, y1, width, height]): Fold => [w - x0 - 14, y0 + 22, w - x1 + 10, y1 - 16, width * 1.1, height * 0.85],
  ),
]

interface Garment {
  shape: string
  /** Seams and ribs: grooves pressed into the cloth. */
  seams: string
  /** What is seen of the inside, darker. */
  inside?: string
  /** Cords and labels that lie on top. */
  over?: string
  folds: readonly Fold[]
  cloth: Colour
  print: string
  seed: string
  weave?: number
  thick?: number
}

async function lay(g: Garment, ground: Colour = paper): Promise<Print> {
  const f = studio(w, h, ground, g.seed)
  const whole = await drawn(path(g.shape) + (g.inside ? path(g.inside) : ''), w, h)
  castShadow(f, whole, 26, 0.62)
  const seams = blurredMask(await drawn(g.seams, w, h), 1.4)
  const height = clothHeight(whole, g.folds, g.seed, g.thick ?? 16)
  for (let i = 0; i < height.a.length; i++) height.a[i]! -= seams.a[i]! * 5
  const inside = g.inside ? blurredMask(await drawn(path(g.inside), w, h), 2) : null
  const art = await painted(g.print, w, h)
  const n = noise(`weave ${g.seed}`)
  const weave = g.weave ?? 0.06
  shadeRelief(f, {
    where: whole,
    height,
    fill: 0.34,
    colour: (x, y, o) => {
      const i = y * w + x
      const thread = 1 + weave * n(x / 1.7, y / 1.3) + weave * 0.7 * n(x / 5, y / 6)
      const dark = inside ? 1 - 0.62 * inside.a[i]! : 1
      const ink = printInk(art, i, n(x / 3, y / 3) + 0.5 * cloud(n, x / 60, y / 60, 3))
      for (let c = 0; c < 3; c++)
        o[c] = lerp(g.cloth[c]!, art.colour.px[i * 3 + c]!, ink) * thread * dark * (1 - 0.35 * seams.a[i]!)
    },
  })
  if (g.over) await layOnTop(f, g.over, g.seed)
  return developed(f, { ...productFilm, seed: g.seed, exposure: 1.05 })
}

/** Screen ink sits on the threads and leaves the deepest gaps open. */
const printInk = (art: Drawing, i: number, speck: number) => art.cover.a[i]! * (speck > 0.62 ? 0.72 : 0.97)

async function layOnTop(f: Parameters<typeof castShadow>[0], body: string, seed: string): Promise<void> {
  const art = await painted(body, w, h)
  castShadow(f, art.cover, 7, 0.55)
  const height: Mask = blurredMask(art.cover, 3)
  for (let i = 0; i < height.a.length; i++) height.a[i]! *= 14
  const n = noise(`cord ${seed}`)
  shadeRelief(f, {
    where: art.cover,
    height,
    colour: (x, y, o) => {
      const i = (y * w + x) * 3
      const twist = 1 + 0.16 * n(x / 2, y / 5)
      for (let c = 0; c < 3; c++) o[c] = art.colour.px[i + c]! * twist
    },
  })
}

const tee =
  'M482 236Q400 262 330 296Q280 322 250 380L134 578Q190 640 268 668L330 560Q326 800 318 1320Q600 1352 882 1320Q874 800 870 560L932 668Q1010 640 1066 578L950 380Q920 322 870 296Q800 262 718 236Q690 318 600 322Q510 318 482 236Z'
const teeInside = 'M482 236Q600 262 718 236Q690 318 600 322Q510 318 482 236Z'
const teeSeams =
  stroke('M466 242Q500 348 600 352Q700 348 734 242', 4) +
  stroke('M482 236Q510 318 600 322Q690 318 718 236', 3) +
  stroke('M152 556Q206 616 280 642M1048 556Q994 616 920 642', 3) +
  stroke('M320 1288Q600 1320 880 1288', 3) +
  stroke('M346 300Q300 420 330 556M854 300Q900 420 870 556', 3)
const teeFolds: Fold[] = mirror([
  [336, 580, 520, 760, 17, 12],
  [334, 640, 560, 980, 26, 11],
  [340, 560, 500, 600, 12, 8],
  [330, 860, 430, 1180, 30, 10],
  [300, 400, 250, 560, 16, 9],
  [350, 330, 330, 520, 14, 8],
  [420, 300, 470, 560, 26, 8],
  [520, 900, 470, 1290, 34, 10],
  [560, 640, 560, 1100, 44, -8],
])

/** The ship of the sleeve and its light on the water, in three inks. */
function ferryPrint(): string {
  const night = bigShoulders('NIGHT', { cap: 74, weight: 900, x: 0, y: 0 })
  const ferry = bigShoulders('FERRY', { cap: 74, weight: 900, x: 0, y: 0 })
  const gap = 16
  const left = 600 - (night.width + gap + ferry.width) / 2
  let streaks = ''
  const wide = night.width + gap + ferry.width
  for (let k = 0; k < 17; k++) {
    const x = left + (k / 17) * wide
    const red = k > 8
    for (let s = 0; s < 11; s++) {
      const y = 626 + s * (11 + s * 1.5)
      const shift = Math.sin(s * 1.7 + k * 0.9) * s * 1.3
      streaks += `<rect x="${x + shift}" y="${y}" width="${wide / 17 - 8 - s * 0.5}" height="${8 + s * 0.8 - ((k + s) % 3)}" fill="${red ? '#d62a1e' : '#e9e0cc'}" opacity="${1 - s * 0.05}"/>`
    }
  }
  return `<g transform="translate(${left} 596)">${path(night.d, '#e9e0cc')}</g><g transform="translate(${left + night.width + gap} 596)">${path(ferry.d, '#d62a1e')}</g><rect x="${left - 14}" y="606" width="${wide + 28}" height="9" fill="#e9e0cc"/>${streaks}`
}

export const teeBlack = () =>
  lay({
    shape: tee,
    inside: teeInside,
    seams: teeSeams,
    folds: teeFolds,
    cloth: hex('#29292a'),
    print: ferryPrint(),
    seed: 'tee black',
  })

export const teeRed = () => {
  const name = ['MARLOW', 'QUAY'].map((text, n) =>
    path(bigShoulders(text, { cap: 94, weight: 900, align: 'centre', x: 600, y: 580 + n * 116 }).d, '#efe7d6'),
  )
  const rule = '<rect x="466" y="724" width="268" height="9" fill="#efe7d6"/>'
  return lay({
    shape: tee,
    inside: teeInside,
    seams: teeSeams,
    folds: teeFolds.map(([a, b, c, d, e, g]) => [a + 9, b - 12, c - 20, d + 26, e, g * 1.05]),
    cloth: hex('#a8221c'),
    print: name.join('') + rule,
    seed: 'tee red',
  })
}

const hoodieBody =
  'M440 360Q360 380 300 430Q250 480 236 600L150 1120Q150 1150 176 1160L262 1178Q284 1178 290 1150L352 760L356 1290Q356 1316 380 1318L820 1318Q844 1316 844 1290L848 760L910 1150Q916 1178 938 1178L1024 1160Q1050 1150 1050 1120L964 600Q950 480 900 430Q840 380 760 360Z'
const hood = 'M600 166Q466 166 424 268Q402 340 436 386Q520 474 600 486Q680 474 764 386Q798 340 776 268Q734 166 600 166Z'
const hoodOpening = 'M600 226Q514 228 494 306Q492 384 600 462Q708 384 706 306Q686 228 600 226Z'

export const hoodie = () =>
  lay({
    shape: hoodieBody + hood,
    inside: hoodOpening,
    seams:
      stroke('M436 386Q520 474 600 486Q680 474 764 386', 5) +
      stroke('M470 296Q484 400 600 480Q716 400 730 296', 3) +
      stroke('M352 760Q330 560 382 412M848 760Q870 560 818 412', 4) +
      stroke('M360 1250H840', 4) +
      Array.from({ length: 58 }, (_, i) => stroke(`M${364 + i * 8.2} 1256V1316`, 1.6)).join('') +
      stroke('M164 1072L304 1100M1036 1072L896 1100', 4) +
      Array.from({ length: 13 }, (_, i) =>
        stroke(`M${170 + i * 10} ${1078 + i * 2}l-14 84M${1030 - i * 10} ${1078 + i * 2}l14 84`, 1.6),
      ).join('') +
      stroke('M454 956H746L806 1130V1250M454 956L394 1130V1250', 5),
    folds: mirror([
      [360, 760, 560, 900, 20, 13],
      [352, 700, 480, 740, 14, 10],
      [300, 470, 270, 700, 22, 12],
      [250, 640, 240, 900, 20, 12],
      [214, 880, 250, 1040, 18, 10],
      [300, 720, 230, 800, 14, 9],
      [420, 500, 470, 800, 30, 10],
      [380, 900, 430, 1220, 30, 11],
      [450, 300, 470, 420, 24, 14],
      [500, 470, 560, 700, 30, -8],
    ]),
    over:
      stroke('M556 446C548 520 566 560 552 650', 11, '#d9d2c2') +
      stroke('M644 446C654 510 636 560 652 628', 11, '#d9d2c2') +
      '<rect x="545" y="648" width="14" height="30" rx="3" fill="#8d8f92"/><rect x="645" y="626" width="14" height="30" rx="3" fill="#8d8f92"/>',
    cloth: hex('#3c4650'),
    print: `<g transform="translate(600 800) scale(8.2) translate(-7.75 -7.5)"><circle cx="7.75" cy="7.5" r="4.75" fill="none" stroke="#efe7d6" stroke-width="2"/><path d="M10.7 10.5l2.7 2.7" stroke="#efe7d6" stroke-width="2.2"/><circle cx="7.75" cy="7.5" r="2.15" fill="#d62a1e"/></g>`,
    seed: 'hoodie',
    weave: 0.09,
    thick: 26,
  })

const bagPrint = () => {
  const s = 178
  const [x, y] = [600 - s - 9, 800]
  const sq = (dx: number, dy: number, wide: number, tall: number, fill: string) =>
    `<rect x="${x + dx}" y="${y + dy}" width="${wide}" height="${tall}" fill="${fill}"/>`
  const second = s + 18
  let diagonals = ''
  for (let n = -5; n < 5; n += 2)
    diagonals += `<path d="M${x + second + (n * s) / 5} ${y + second + s}l${s / 5} 0l${s} ${-s}l${-s / 5} 0z" fill="#b5221b"/>`
  return (
    sq(0, 0, s, s, '#d8942c') +
    sq(second, 0, s / 2, s / 2, '#b5221b') +
    sq(second + s / 2, s / 2, s / 2, s / 2, '#b5221b') +
    `<rect x="${x + second + 2}" y="${y + 2}" width="${s - 4}" height="${s - 4}" fill="none" stroke="#22344a" stroke-width="4"/>` +
    `<path d="M${x + s / 2} ${y + second}h${s / 2}l${-s * 0.26} ${s / 2}l${s * 0.26} ${s / 2}h${-s / 2}z" fill="#22344a"/><path d="M${x + s / 2} ${y + second + 2}H${x + 2}v${s - 4}h${s / 2}" fill="none" stroke="#22344a" stroke-width="4"/>` +
    `<defs><clipPath id="q"><rect x="${x + second}" y="${y + second}" width="${s}" height="${s}"/></clipPath></defs>` +
    sq(second, second, s, s, '#d8942c') +
    `<g clip-path="url(#q)">${diagonals}</g>`
  )
}

export const tote = () =>
  lay(
    {
      shape:
        'M262 590H938Q948 596 950 620L980 1340Q980 1364 956 1366Q600 1388 244 1366Q220 1364 220 1340L250 620Q252 596 262 590Z' +
        'M392 600C380 330 470 150 600 150C730 150 820 330 808 600L764 600C774 360 700 196 600 196C500 196 426 360 436 600Z',
      seams:
        stroke('M254 640H946', 3) +
        stroke('M392 600h44v64h-44zM764 600h44v64h-44z', 3) +
        stroke('M396 604l36 56M432 604l-36 56M768 604l36 56M804 604l-36 56', 2.4) +
        stroke('M268 600L238 1350M932 600L962 1350', 2),
      folds: mirror([
        [300, 640, 330, 1000, 34, 14],
        [270, 1000, 420, 1330, 34, 12],
        [420, 650, 440, 820, 24, 10],
        [250, 900, 330, 1180, 26, 9],
        [520, 1190, 480, 1350, 40, 10],
      ]),
      cloth: hex('#d8cfba'),
      print: bagPrint(),
      seed: 'tote',
      weave: 0.13,
      thick: 18,
    },
    hex('#8b949c'),
  )
