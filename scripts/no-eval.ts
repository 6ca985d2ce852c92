import type { Plugin } from 'vite'

const zodConfig = '__zod_globalConfig = {}'

/**
 * Zod tries whether it may make functions of texts. Our pages forbid that, so a browser would report each page of the
 * owner's as one that broke its policy: there it does not try.
 */
export function noEvalPlugin(): Plugin {
  return {
    name: 'no-eval',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /zod\/v4\/core\/core\.js/ },
      handler(code) {
        if (!code.includes(zodConfig)) this.error('Zod keeps its settings elsewhere now: see scripts/no-eval.ts.')
        return { code: code.replace(zodConfig, '__zod_globalConfig = { jitless: true }'), map: null }
      },
    },
  }
}
