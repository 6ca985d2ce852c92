import { globSync, readFileSync } from 'node:fs'
import { fileCycles } from '#tests/layers.ts'

/** `npm run signposts`: figures about the size and shape of `src`, to compare before and after a change. Nothing fails. */
const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\.gen\./.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const linesOf = (file: string) => texts.get(file)!.split('\n').length - 1
const sorted = files.map(linesOf).sort((a, b) => a - b)

const maxFunctionLines = 80
type LongFunction = { file: string; name: string; lines: number }

const opening = /^(\s*)(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?[(<]).*[{(]$/

/** Functions that are too long. The formatter indents, so a function ends where a line is as far left as its first. */
function longFunctions(file: string): LongFunction[] {
  const lines = texts.get(file)!.split('\n')
  return lines.flatMap((line, at) => {
    const [, indent, named, assigned] = opening.exec(line) ?? []
    if (indent === undefined) return []
    const isEnd = (each: string) => each.startsWith(indent) && /^[})]/.test(each.slice(indent.length))
    const length = lines.slice(at).findIndex((each, n) => n > 0 && isEnd(each) && !/[{(]$/.test(each)) + 1
    return length > maxFunctionLines ? [{ file, name: (named ?? assigned)!, lines: length }] : []
  })
}

const ofFeature = (feature: string) => files.filter((file) => file.includes(`/${feature}`)).length
const longest = [...files].sort((a, b) => linesOf(b) - linesOf(a)).slice(0, 5)
const tooLong = files.flatMap(longFunctions).sort((a, b) => b.lines - a.lines)
const groups = fileCycles(files.map((path) => ({ path, text: texts.get(path)! })))

console.log(`Source files in src     ${files.length}`)
console.log(`Median lines            ${sorted[Math.floor(sorted.length / 2)]}`)
console.log(`Below 20 lines          ${sorted.filter((lines) => lines < 20).length}`)
console.log(`Above 400 lines         ${sorted.filter((lines) => lines > 400).length}`)
console.log(`Lines in all            ${sorted.reduce((sum, lines) => sum + lines, 0)}`)
console.log(`Announcements in files  ${ofFeature('announcement')}`)
console.log(`Longest                 ${longest.map((file) => `${file} ${linesOf(file)}`).join(', ')}`)
console.log(`Functions above ${maxFunctionLines}      ${tooLong.length}`)
for (const { file, name, lines } of tooLong) console.log(`  ${lines} ${name} ${file}`)
console.log(`Import cycles           ${groups.length} (types included)`)
for (const group of groups) console.log(`  ${group.join(' ↔ ')}`)
