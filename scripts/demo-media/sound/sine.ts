/** A sine from a table, which is some ten times as fast as Math.sin and as good to the ear. The phase is in turns. */
const size = 8192
const table = new Float64Array(size + 1)
for (let i = 0; i <= size; i++) table[i] = Math.sin((2 * Math.PI * i) / size)

export function sine(turns: number): number {
  const at = (turns - Math.floor(turns)) * size
  const low = at | 0
  return table[low]! + (table[low + 1]! - table[low]!) * (at - low)
}
