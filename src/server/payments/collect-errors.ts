/** Runs `fn` for each item in turn. An error does not stop the others: all errors are thrown together, each with its label. */
export async function forEachCollectingErrors<T>(
  items: Iterable<T> | AsyncIterable<T>,
  label: (item: T) => string,
  fn: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = []
  for await (const item of items)
    try {
      await fn(item)
    } catch (cause) {
      failures.push(new Error(`failed for ${label(item)}`, { cause }))
    }
  if (failures.length) throw new AggregateError(failures, `${failures.length} failed, the others succeeded`)
}
