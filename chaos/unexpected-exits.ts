import type { ChaosWorld } from './world.ts'

/**
 * Reports deaths of the server since the last call that no fault has caused: each deliberate kill is recorded before it
 * happens.
 */
export function watchForUnexpectedExits({ deaths, app }: ChaosWorld): () => string[] {
  const kills = () => app.proof().filter((line) => line.endsWith(' kill')).length
  let [known, meant] = [0, 0]
  return () => {
    const [died, killed] = [deaths() - known, kills() - meant]
    known += died
    meant += killed
    return died === killed ? [] : [`it died ${died} times, and ${killed} were meant`]
  }
}
