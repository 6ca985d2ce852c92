import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { alone } from './lock.mjs'
import { node } from './node.mjs'
import { packages } from './packages.mjs'
import { SetupError } from './setup-error.mjs'
import { benchTools, longTestTools, tools } from './tools.mjs'

/** Each step knows whether it is done and how to do it; they are in the order in which they need each other. */
const stepsFor = (wanted) => [
  packages,
  node,
  ...(wanted.includes('build') ? [build] : []),
  ...(wanted.includes('test') ? [tools] : []),
  ...(wanted.includes('full') ? [longTestTools] : []),
  ...(wanted.includes('bench') ? [benchTools] : []),
]

export async function prepare(wanted) {
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
  const steps = stepsFor(wanted)
  try {
    if (steps.every((step) => step.isDone())) return
    await alone(async () => {
      for (const step of steps) if (!step.isDone()) await step.make()
    })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
