import type { World } from './world.ts'

/**
 * Each answer of 500 since it was last asked. What a service or a disk cannot do just now is 503 or 507; 500 says that the
 * program has a mistake, and so it may be said once for each fault that is thrown like one.
 */
export function watchForMistakes({ heard, app }: World): () => string[] {
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
