import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { noEval } from './scripts/no-eval.ts'
import { noStacks } from './scripts/no-stacks.ts'
import { precompress } from './scripts/precompress.ts'
import { sitesBuilt } from './scripts/sites-built.ts'

/** Packages with native code or files of their own beside them; Node loads them at run time. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'pg-boss', 'pino', 'sharp']

/** What every page needs: in one piece it is smaller than in twenty. */
const framework =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|seroval|seroval-plugins|hono)\//

export default defineConfig(({ command }) => ({
  plugins: [
    // Vite minifies; Tailwind's own pass would rewrite light-dark() for browsers older than ours.
    tailwindcss({ optimize: false }),
    tanstackStart({
      srcDirectory: 'src/app',
      server: { entry: 'entry.ts' },
      router: { quoteStyle: 'single', semicolons: false, enableRouteTreeFormatting: false },
      // Browser code that reaches for the server, its routes or the sites' files does not build; types are fine.
      importProtection: { client: { files: ['src/server/**', 'src/api/**', 'sites/**'] } },
    }),
    react(),
    noEval(),
    noStacks(),
    precompress(),
    sitesBuilt(),
  ],
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    target: ['chrome123', 'firefox128', 'safari17.5'],
  },
  // One server bundle starts faster than thousands of files, and holds React's production build whatever NODE_ENV says.
  // Only in the build: the dev server cannot run React's CommonJS.
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: framework }] } } },
      },
    },
    ssr: { resolve: command === 'build' ? { noExternal: true, external } : {} },
  },
}))
