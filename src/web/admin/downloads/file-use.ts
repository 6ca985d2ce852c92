type UsedFile = { used: number; left: number }

/** What several files have in common: `10 files: 1 of 5 each`, `10 files: 0 to 5 of 5, 2 used up`. */
export function fileUseText(files: readonly UsedFile[], allowed: number): string {
  const counts = files.map(({ used }) => used)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const usedUp = files.filter(({ left }) => left === 0).length
  const use = least === most ? `${most} of ${allowed} each` : `${least} to ${most} of ${allowed}`
  const isEachUsedUp = usedUp === files.length
  return `${files.length} files: ${use}${usedUp ? `, ${isEachUsedUp ? 'all' : usedUp} used up` : ''}`
}
