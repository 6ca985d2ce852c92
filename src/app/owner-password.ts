import type { Owner } from '#server/accounts/owner.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * A password that nobody chose is said once, and then kept nowhere. Whoever has made the account may wait with it until
 * the person looks; whatever ends the process before that has it said, by the next one if it must.
 */
export function passwordToSay(
  { email, generatedPassword }: Owner,
  address: () => string,
  said: () => void = () => {},
): () => void {
  if (!generatedPassword) return () => {}
  let isSaid = false
  function say(): void {
    if (isSaid) return
    isSaid = true
    process.off('exit', say)
    for (const signal of signals) process.off(signal, sayAndEnd)
    console.log(`The owner signs in at ${address()}\n  as ${email}\n  with the password ${generatedPassword}`)
    said()
  }
  /** Where nobody else attends to the signal it ends the process, as it would have. */
  function sayAndEnd(signal: NodeJS.Signals): void {
    say()
    if (!process.listenerCount(signal)) process.kill(process.pid, signal)
  }
  process.on('exit', say)
  for (const signal of signals) process.on(signal, sayAndEnd)
  return say
}
