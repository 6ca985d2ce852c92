import type { ChaosWorld } from './world.ts'

/**
 * Every answer of 500 since the last call. Unavailable services and disks answer 503 or 507; 500 is a bug, so it is
 * allowed only once for each injected `throw` fault.
 */
export function watchForServerErrors({ heard, app }: ChaosWorld): () => string[] {
  const thrown = () => app.proof().filter((line) => line.endsWith(' throw')).length
  let [seen, known] = [0, 0]
  return () => {
    const answers = heard.slice(seen).filter(({ status }) => status === 500)
    const allowed = thrown() - known
    seen = heard.length
    known += allowed
    return answers.length > allowed ? answers.map(({ path }) => `${path} was answered with 500`) : []
  }
}
