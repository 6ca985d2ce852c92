import type { Hex } from '#domain/sites/site.ts'

/** Lightness from 0 to 1, chroma from 0 (grey) to about 0.37, hue in degrees: steps of equal size look equally large. */
export type Oklch = { lightness: number; chroma: number; hue: number }
type Triple = readonly [number, number, number]

export function toOklch(colour: Hex): Oklch {
  const [lightness, a, b] = toOklab(colour)
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

/** What no screen can show becomes less colourful, never lighter or darker. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Hex {
  const withChroma = (strength: number) => linearOf(oklabOf(lightness, strength, hue))
  if (isInGamut(withChroma(chroma))) return hexOf(withChroma(chroma))
  let [shown, beyond] = [0, chroma]
  for (let step = 0; step < 16; step++) {
    const middle = (shown + beyond) / 2
    if (isInGamut(withChroma(middle))) shown = middle
    else beyond = middle
  }
  return hexOf(withChroma(shown))
}

/** `color-mix(in oklab, one, other part%)` of CSS. */
export function mixColours(one: Hex, other: Hex, part: number): Hex {
  const [a, b] = [toOklab(one), toOklab(other)]
  const mix = (at: 0 | 1 | 2) => a[at] * (1 - part) + b[at] * part
  return hexOf(linearOf([mix(0), mix(1), mix(2)]))
}

/** A colour between two neighbours of a CSS gradient: browsers mix six-digit colours channel by channel. */
export function gradientColourBetween(one: Hex, other: Hex, part: number): Hex {
  const channel = (colour: Hex, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mix = (at: number) => Math.round(channel(one, at) * (1 - part) + channel(other, at) * part)
  return `#${[1, 3, 5].map((at) => mix(at).toString(16).padStart(2, '0')).join('')}`
}

const oklabOf = (lightness: number, chroma: number, hue: number): Triple => {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** The matrices of Björn Ottosson, as CSS Color 4 has them. */
function toOklab(colour: Hex): Triple {
  const [red, green, blue] = linearRgb(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function linearOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isInGamut = (colour: Triple): boolean => colour.every((part) => part >= -0.0005 && part <= 1.0005)

const hexOf = (colour: Triple): Hex =>
  `#${colour
    .map((part) =>
      Math.round(255 * gammaEncoded(part))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linearParts = Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/** Red, green and blue as amounts of light. */
export function linearRgb(colour: Hex): Triple {
  const value = Number.parseInt(colour.slice(1), 16)
  return [linearParts[value >> 16]!, linearParts[(value >> 8) & 255]!, linearParts[value & 255]!]
}

function gammaEncoded(light: number): number {
  const shown = Math.min(1, Math.max(0, light))
  return shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055
}
