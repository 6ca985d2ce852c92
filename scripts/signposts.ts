import { globSync, readFileSync } from 'node:fs'
import { fileCycles } from '#tests/layers.ts'

/** `npm run signposts`: figures about the size and shape of `src`, to compare before and after a change. Nothing fails. */
const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\.gen\./.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const linesOf = (file: string) => texts.get(file)!.split('\n').length - 1
const sorted = files.map(linesOf).sort((a, b) => a - b)

const ofFeature = (feature: string) => files.filter((file) => file.includes(`/${feature}`)).length
const longest = [...files].sort((a, b) => linesOf(b) - linesOf(a)).slice(0, 5)
const groups = fileCycles(files.map((path) => ({ path, text: texts.get(path)! })))

console.log(`Source files in src     ${files.length}`)
console.log(`Median lines            ${sorted[Math.floor(sorted.length / 2)]}`)
console.log(`Below 20 lines          ${sorted.filter((lines) => lines < 20).length}`)
console.log(`Above 400 lines         ${sorted.filter((lines) => lines > 400).length}`)
console.log(`Lines in all            ${sorted.reduce((sum, lines) => sum + lines, 0)}`)
console.log(`Announcements in files  ${ofFeature('announcement')}`)
console.log(`Longest                 ${longest.map((file) => `${file} ${linesOf(file)}`).join(', ')}`)
console.log(`Import cycles           ${groups.length} (types included)`)
for (const group of groups) console.log(`  ${group.join(' ↔ ')}`)
