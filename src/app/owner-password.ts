import type { Owner } from '#server/accounts/owner.ts'
import { stopSignals } from '#server/platform.ts'

/**
 * Prints a generated password once; afterwards it is stored nowhere. The caller may wait until the operator looks at the
 * terminal. If the process ends before, it prints the password on the way out, or the next process does.
 */
export function printPasswordOnce(
  { email, generatedPassword }: Owner,
  address: () => string,
  onPrinted: () => void = () => {},
): () => void {
  if (!generatedPassword) return () => {}
  let isPrinted = false
  function print(): void {
    if (isPrinted) return
    isPrinted = true
    process.off('exit', print)
    for (const signal of stopSignals) process.off(signal, printAndEnd)
    console.log(`The owner signs in at ${address()}\n  as ${email}\n  with the password ${generatedPassword}`)
    onPrinted()
  }
  /** Without another listener the signal ends the process, as it does by default. */
  function printAndEnd(signal: NodeJS.Signals): void {
    print()
    if (!process.listenerCount(signal)) process.kill(process.pid, signal)
  }
  process.on('exit', print)
  for (const signal of stopSignals) process.on(signal, printAndEnd)
  return print
}
