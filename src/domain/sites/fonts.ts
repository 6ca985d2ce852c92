/** A font of `@fontsource-variable/*`, and what stands in for it until it is there. */
type Face = {
  family: string
  /** The package and the beginning of its files' names. */
  file: string
  weights: string
  /** Drawn at this share of the size that the page asks for, so that wide letters need no more room than narrow ones. */
  scale: number
  /** How wide its letters are beside those of Arial and of DejaVu Sans: bold ones for headings. */
  fit: { arial: number; dejavu: number }
  /** From `@capsizecss/metrics`. */
  ascent: number
  descent: number
}

export type FontPair = {
  label: string
  /** What it is good for, in a few words. */
  mood: string
  display: Face
  text: Face
  headings: { weight: number; case: 'uppercase' | 'none'; tracking: string }
}

const upperCase = (weight: number, tracking = '-0.01em') => ({ weight, case: 'uppercase' as const, tracking })
const mixedCase = (weight: number, tracking = '-0.02em') => ({ weight, case: 'none' as const, tracking })

type FontMetrics = [weights: string, scale: number, arial: number, dejavu: number, ascent: number, descent: number]

const face = (family: string, ...[weights, scale, arial, dejavu, ascent, descent]: FontMetrics): Face => ({
  family,
  file: family.toLowerCase().replaceAll(' ', '-'),
  weights,
  scale,
  fit: { arial, dejavu },
  ascent,
  descent,
})

/** The pairs that an owner can choose from. `poster` is part of the stylesheet; the others are loaded where chosen. */
export const fontPairs = {
  poster: {
    label: 'Poster',
    mood: 'Tall, loud capitals',
    display: face('Big Shoulders', '100 900', 1, 0.735, 0.657, 0.9855, 0.2145),
    text: face('Instrument Sans', '400 700', 1, 1.02, 0.894, 0.97, 0.25),
    headings: upperCase(850),
  },
  gig: {
    label: 'Gig bill',
    mood: 'Narrow capitals of a concert bill',
    display: face('Antonio', '100 700', 1.08, 0.664, 0.593, 1.155, 0.139),
    text: face('Work Sans', '100 900', 0.96, 1.103, 0.984, 0.93, 0.243),
    headings: upperCase(700, '0'),
  },
  ballad: {
    label: 'Ballad',
    mood: 'Warm and a little old-fashioned',
    display: face('Fraunces', '100 900', 0.86, 0.97, 0.867, 0.978, 0.255),
    text: face('Figtree', '300 900', 1, 1.007, 0.898, 0.95, 0.25),
    headings: mixedCase(650),
  },
  concert: {
    label: 'Concert hall',
    mood: 'Classical, with fine lines',
    display: face('Playfair Display', '400 900', 0.9, 0.916, 0.819, 1.082, 0.251),
    text: face('Source Sans 3', '200 900', 1.06, 0.926, 0.826, 1.024, 0.4),
    headings: mixedCase(750, '-0.01em'),
  },
  chamber: {
    label: 'Chamber',
    mood: 'Light and literary',
    display: face('Cormorant', '300 700', 0.94, 0.786, 0.702, 0.924, 0.287),
    text: face('Karla', '200 800', 1, 1.006, 0.897, 0.917, 0.252),
    headings: mixedCase(650, '-0.01em'),
  },
  studio: {
    label: 'Studio',
    mood: 'Clear and technical',
    display: face('Space Grotesk', '300 700', 0.86, 0.956, 0.854, 0.984, 0.292),
    text: face('Inter', '100 900', 0.97, 1.067, 0.952, 0.969, 0.241),
    headings: mixedCase(700, '-0.035em'),
  },
  indie: {
    label: 'Indie',
    mood: 'Friendly, with rough edges',
    display: face('Bricolage Grotesque', '200 800', 0.86, 0.978, 0.874, 0.93, 0.27),
    text: face('Hanken Grotesk', '100 900', 1, 1.007, 0.898, 1, 0.303),
    headings: mixedCase(800, '-0.03em'),
  },
  club: {
    label: 'Club',
    mood: 'Wide, round and bright',
    display: face('Unbounded', '200 900', 0.58, 1.28, 1.144, 0.995, 0.245),
    text: face('Manrope', '200 800', 1, 1.018, 0.908, 1.066, 0.3),
    headings: upperCase(800, '-0.02em'),
  },
} satisfies Record<string, FontPair>

export type FontPairName = keyof typeof fontPairs
export const fontPairNames = Object.keys(fontPairs) as FontPairName[]
export const fontSubsets = ['latin', 'latin-ext'] as const
export type FontSubset = (typeof fontSubsets)[number]

/** The address of a font's file. */
export type FontFileUrl = (file: string, subset: FontSubset) => string

/** What a page loads at once: the two fonts, for western European languages. */
export const preloadedFonts = (name: FontPairName, fileAt: FontFileUrl): string[] => {
  const { display, text } = fontPairs[name]
  return [fileAt(display.file, 'latin'), fileAt(text.file, 'latin')]
}

const unicodeRanges: Record<FontSubset, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}

/**
 * The fonts of a site for the head of its pages, with stand-ins of the same measure, so that no line moves when they
 * have loaded. Empty for the pair that the stylesheet has.
 */
export function fontCss(name: FontPairName, fileAt: FontFileUrl): string {
  if (name === 'poster') return ''
  const { display, text } = fontPairs[name] as FontPair
  return [
    ...fontSubsets.toReversed().map((subset) => faceCss(display, 'swap', subset, fileAt)),
    ...fontSubsets.toReversed().map((subset) => faceCss(text, 'optional', subset, fileAt)),
    ...fallbackFaces(display, boldLocals),
    ...fallbackFaces(text, plainLocals),
    `:root{${Object.entries(fontVariables(name))
      .map(([variable, value]) => `${variable}:${value};`)
      .join('')}}`,
  ].join('')
}

/** What `styles.css` sets headings and texts in. */
export function fontVariables(name: FontPairName): Record<string, string> {
  const { display, text, headings } = fontPairs[name] as FontPair
  return {
    '--site-display': familiesOf(display),
    '--site-text': familiesOf(text),
    '--display-weight': String(headings.weight),
    '--display-case': headings.case,
    '--display-tracking': headings.tracking,
  }
}

const familiesOf = ({ family }: Face) => `"${family}","${family} from Arial","${family} from DejaVu",sans-serif`
const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

function faceCss({ family, file, weights, scale }: Face, display: string, subset: FontSubset, fileAt: FontFileUrl) {
  const size = scale === 1 ? '' : `size-adjust:${percent(scale)};`
  return `@font-face{font-family:"${family}";src:url(${fileAt(file, subset)}) format("woff2");font-weight:${weights};font-display:${display};${size}unicode-range:${unicodeRanges[subset]}}`
}

type LocalFonts = Record<keyof Face['fit'], string>
const localsOf = (names: string[]) => names.map((name) => `local("${name}")`).join()
const boldLocals: LocalFonts = {
  arial: localsOf(['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Roboto Bold', 'Roboto-Bold']),
  dejavu: localsOf(['DejaVu Sans Bold', 'DejaVuSans-Bold']),
}
const plainLocals: LocalFonts = {
  arial: localsOf(['Arial', 'ArialMT', 'Liberation Sans', 'Roboto', 'Roboto-Regular']),
  dejavu: localsOf(['DejaVu Sans', 'DejaVuSans']),
}

function fallbackFaces({ family, fit, scale, ascent, descent }: Face, locals: LocalFonts): string[] {
  return (['arial', 'dejavu'] as const).map((from) => {
    const name = `${family} from ${from === 'arial' ? 'Arial' : 'DejaVu'}`
    const measures = `size-adjust:${percent(fit[from] * scale)};ascent-override:${percent(ascent / fit[from])};descent-override:${percent(descent / fit[from])};line-gap-override:0%`
    return `@font-face{font-family:"${name}";src:${locals[from]};${measures}}`
  })
}
