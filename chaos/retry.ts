import { setTimeout as after } from 'node:timers/promises'
import type { Answer } from './http-request.ts'
import type { ChaosWorld } from './world.ts'

const patience = 60_000

/** Repeats an idempotent request until it gets a conclusive answer. */
export async function retryUntilAnswered(world: ChaosWorld, send: () => Promise<Answer | null>): Promise<Answer> {
  for (const until = Date.now() + patience; Date.now() < until; ) {
    await world.app.up()
    const answer = await send()
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    await after(100 + world.random.upTo(200))
  }
  throw new Error('no answer in a minute')
}
