import { type ColourScale, type Hex, type Palette, shades } from '#domain/sites/site.ts'

export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

/** Ten colours, separated by spaces, from the lightest shade, 50, to the darkest, 900. */
export function scale(colours: string): ColourScale {
  const each = colours.split(' ')
  return Object.fromEntries(shades.map((shade, i) => [shade, each[i]])) as ColourScale
}

/** How far apart two colours are for the eye, from 1 to 21, as WCAG 2 counts it. */
export function contrast(one: Hex, other: Hex): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** WCAG AA for text of ordinary size. */
export const readable = 4.5
export const white: Hex = '#ffffff'

function luminance(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const red = scale('#fff4f2 #ffe3de #ffc9c1 #fda395 #f66f5f #e5402f #c9211e #a6161a #831419 #560c12')
const slate = scale('#f6f7f9 #eceff3 #dadfe6 #bfc7d2 #929dad #667284 #4a5566 #353f4e #1d2530 #0d1219')
const amber = scale('#fff8eb #feecc7 #fdd98c #fbc04f #f5a524 #dc8410 #a85a08 #86430c #6d3710 #43200a')

/** In the dark theme red and amber glow a little more, slate is a little bluer; white lettering stays readable. */
export const standardPalettes: { light: Palette; dark: Palette } = {
  light: { primary: red, secondary: slate, accent: amber },
  dark: {
    primary: { ...red, 300: '#ffb1a4', 400: '#ff8272', 500: '#f0503f', 600: '#cf2a26' },
    secondary: { ...slate, 700: '#323d4d', 800: '#1e2836', 900: '#121a26' },
    accent: { ...amber, 300: '#fdcb68', 400: '#f9b43c' },
  },
}
