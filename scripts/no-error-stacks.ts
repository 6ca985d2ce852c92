import type { Plugin } from 'vite'

const signals = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g
const known = 5

/**
 * React makes some errors as it begins, only to know them again when they are thrown. Where a browser is watched, by its
 * developer tools or by Lighthouse, it reads the whole file once more to say where each was made, which takes longer than
 * everything else that happens then. Without a stack they are the same signals, and what is measured is what visitors get.
 */
export function noErrorStacksPlugin(): Plugin {
  let isFound = false
  return {
    name: 'no-stacks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-dom-client\.production\.js/ },
      handler(code) {
        isFound = true
        if (code.match(signals)?.length !== known)
          this.error('React has other signals now: see scripts/no-error-stacks.ts.')
        const plain = '$1Object.assign(Object.create(Error.prototype), { message: $2 })'
        return { code: code.replaceAll(signals, plain), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isFound) this.error('React is in another file now: see scripts/no-error-stacks.ts.')
    },
  }
}
