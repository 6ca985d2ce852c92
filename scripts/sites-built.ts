import type { Plugin } from 'vite'
import { builtSitesFile, sitesFingerprint } from '../src/app/built-sites.ts'

/** Writes down beside the server from which sources of `sites/` it was built; a start compares. */
export const siteSourcesStampPlugin = (): Plugin => ({
  name: 'sites-built',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: builtSitesFile, source: sitesFingerprint() })
  },
})
