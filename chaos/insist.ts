import { setTimeout as after } from 'node:timers/promises'
import type { Answer } from './ask.ts'
import type { World } from './world.ts'

const patience = 60_000

/** Again until there is an answer that means something; for what is safe to ask again. */
export async function insist(world: World, asked: () => Promise<Answer | null>): Promise<Answer> {
  for (const until = Date.now() + patience; Date.now() < until; ) {
    await world.app.up()
    const answer = await asked()
    if (answer && answer.status < 500 && answer.status !== 429) return answer
    await after(100 + world.random.upTo(200))
  }
  throw new Error('no answer in a minute')
}
