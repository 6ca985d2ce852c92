import type { World } from './world.ts'

/** Whether it has died since it was last asked without being made to: whatever kills it on purpose has said so before. */
export function watchForDeaths({ deaths, app }: World): () => string[] {
  const kills = () => app.proof().filter((line) => line.endsWith(' kill')).length
  let [known, meant] = [0, 0]
  return () => {
    const [died, killed] = [deaths() - known, kills() - meant]
    known += died
    meant += killed
    return died === killed ? [] : [`it died ${died} times, and ${killed} were meant`]
  }
}
