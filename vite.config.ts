import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { fontLicencesPlugin } from './scripts/font-licences.ts'
import { noErrorStacksPlugin } from './scripts/no-error-stacks.ts'
import { noEvalPlugin } from './scripts/no-eval.ts'
import { precompressPlugin } from './scripts/precompress.ts'
import { siteSourcesStampPlugin } from './scripts/sites-built.ts'

/** Packages with native code or files of their own beside them; Node loads them at run time. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'pg', 'pg-boss', 'pino', 'sharp']

/** What every page needs, with all that the entry imports: in one piece it is smaller than in twenty. */
const framework =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|hono)\/|src\/app\/client\.tsx$/

/**
 * What a lazy chunk needs is listed in the script of every page, so that the browser loads all of it at once. A screen of
 * the admin area may take one step more: its lists would be 3 KB for every visitor. Stylesheets stay, they are needed.
 */
const adminChunk = 'assets/admin-'
const isAdminChunk = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  facadeModuleId !== null && /\/src\/(app\/routes|web)\/admin\//.test(facadeModuleId)

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
    fontLicencesPlugin(),
    noEvalPlugin(),
    noErrorStacksPlugin(),
    precompressPlugin(),
    siteSourcesStampPlugin(),
  ],
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    modulePreload: {
      resolveDependencies: (file, needed) =>
        file.startsWith(adminChunk) ? needed.filter((each) => each.endsWith('.css')) : needed,
    },
    target: ['chrome123', 'firefox128', 'safari17.5'],
  },
  // One server bundle starts faster than thousands of files, and holds React's production build whatever NODE_ENV says.
  // Only in the build: the dev server cannot run React's CommonJS.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'framework', test: framework }] },
            chunkFileNames: (chunk) => `${isAdminChunk(chunk) ? adminChunk : 'assets/'}[name]-[hash].js`,
          },
        },
      },
    },
    ssr: { resolve: command === 'build' ? { noExternal: true, external } : {} },
  },
}))
