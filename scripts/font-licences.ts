import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** How the packages name their files: `antonio-latin-ext-wght-normal.woff2`; the build adds a hash. */
const fontFile = /([\w-]+?)-latin(?:-ext)?-wght-normal[^/]*\.woff2$/

/** Puts the notice of each font beside it: the Open Font License asks for it wherever the font is passed on. */
export function fontLicencesPlugin(): Plugin {
  return {
    name: 'font-licences',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const served = Object.keys(bundle).filter((file) => file.endsWith('.woff2'))
      for (const font of new Set(served.map(fontOf)))
        this.emitFile({
          type: 'asset',
          name: `${font}-OFL.txt`,
          source: readFileSync(`node_modules/@fontsource-variable/${font}/LICENSE`, 'utf8'),
        })
    },
  }
}

export function fontOf(file: string): string {
  const font = fontFile.exec(file)?.[1]
  if (!font) throw new Error(`${file} is no font of @fontsource-variable, so its licence is not known.`)
  return font
}
