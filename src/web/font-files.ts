import antonioExt from '@fontsource-variable/antonio/files/antonio-latin-ext-wght-normal.woff2?url'
import antonio from '@fontsource-variable/antonio/files/antonio-latin-wght-normal.woff2?url'
import bigShouldersExt from '@fontsource-variable/big-shoulders/files/big-shoulders-latin-ext-wght-normal.woff2?url'
import bigShoulders from '@fontsource-variable/big-shoulders/files/big-shoulders-latin-wght-normal.woff2?url'
import bricolageGrotesqueExt from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2?url'
import bricolageGrotesque from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import cormorantExt from '@fontsource-variable/cormorant/files/cormorant-latin-ext-wght-normal.woff2?url'
import cormorant from '@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2?url'
import figtreeExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import frauncesExt from '@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2?url'
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url'
import hankenGroteskExt from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2?url'
import hankenGrotesk from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import instrumentSansExt from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2?url'
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import interExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import karlaExt from '@fontsource-variable/karla/files/karla-latin-ext-wght-normal.woff2?url'
import karla from '@fontsource-variable/karla/files/karla-latin-wght-normal.woff2?url'
import manropeExt from '@fontsource-variable/manrope/files/manrope-latin-ext-wght-normal.woff2?url'
import manrope from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url'
import playfairDisplayExt from '@fontsource-variable/playfair-display/files/playfair-display-latin-ext-wght-normal.woff2?url'
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url'
import sourceSans3Ext from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2?url'
import sourceSans3 from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import spaceGroteskExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2?url'
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url'
import unboundedExt from '@fontsource-variable/unbounded/files/unbounded-latin-ext-wght-normal.woff2?url'
import unbounded from '@fontsource-variable/unbounded/files/unbounded-latin-wght-normal.woff2?url'
import workSansExt from '@fontsource-variable/work-sans/files/work-sans-latin-ext-wght-normal.woff2?url'
import workSans from '@fontsource-variable/work-sans/files/work-sans-latin-wght-normal.woff2?url'
import type { FontFileUrl, FontSubset } from '#domain/sites/fonts.ts'

const fontFileUrls: Record<string, Record<FontSubset, string>> = {
  antonio: { latin: antonio, 'latin-ext': antonioExt },
  'big-shoulders': { latin: bigShoulders, 'latin-ext': bigShouldersExt },
  'bricolage-grotesque': { latin: bricolageGrotesque, 'latin-ext': bricolageGrotesqueExt },
  cormorant: { latin: cormorant, 'latin-ext': cormorantExt },
  figtree: { latin: figtree, 'latin-ext': figtreeExt },
  fraunces: { latin: fraunces, 'latin-ext': frauncesExt },
  'hanken-grotesk': { latin: hankenGrotesk, 'latin-ext': hankenGroteskExt },
  'instrument-sans': { latin: instrumentSans, 'latin-ext': instrumentSansExt },
  inter: { latin: inter, 'latin-ext': interExt },
  karla: { latin: karla, 'latin-ext': karlaExt },
  manrope: { latin: manrope, 'latin-ext': manropeExt },
  'playfair-display': { latin: playfairDisplay, 'latin-ext': playfairDisplayExt },
  'source-sans-3': { latin: sourceSans3, 'latin-ext': sourceSans3Ext },
  'space-grotesk': { latin: spaceGrotesk, 'latin-ext': spaceGroteskExt },
  unbounded: { latin: unbounded, 'latin-ext': unboundedExt },
  'work-sans': { latin: workSans, 'latin-ext': workSansExt },
}

/**
 * The fonts of the build. Pages get their addresses from the server; in the browser only the screen that shows them all
 * imports this.
 */
export const fontFileAt: FontFileUrl = (file, subset) => fontFileUrls[file]![subset]
