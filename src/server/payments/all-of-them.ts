/**
 * Does something with each of them, one after the other. One that fails keeps none of the others waiting; what went
 * wrong is thrown at the end, all of it together, each by what it is called.
 */
export async function allOfThem<T>(
  them: Iterable<T> | AsyncIterable<T>,
  called: (one: T) => string,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = []
  for await (const one of them)
    try {
      await work(one)
    } catch (cause) {
      failures.push(new Error(`not done for ${called(one)}`, { cause }))
    }
  if (failures.length) throw new AggregateError(failures, `${failures.length} failed, all others are done`)
}
