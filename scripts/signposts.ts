import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** `npm run signposts`: figures about the size and shape of `src`, to compare before and after a change. Nothing fails. */
const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\.gen\./.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const linesOf = (file: string) => texts.get(file)!.split('\n').length - 1
const sorted = files.map(linesOf).sort((a, b) => a - b)

const importPattern = /(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

/** The files of `src` that a file imports, types included. */
function importsOf(file: string): string[] {
  return [...texts.get(file)!.matchAll(importPattern)]
    .map(([, from, dynamic]) => from ?? dynamic!)
    .map((name) => (name.startsWith('#') ? `src/${name.slice(1)}` : posix.join(posix.dirname(file), name)))
    .filter((name) => texts.has(name))
}

/** Groups of files that import each other (Tarjan's strongly connected components), without those of one file. */
function cycles(): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    for (const next of importsOf(file)) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) found.push(group)
  }
  for (const file of files) if (!index.has(file)) visit(file)
  return found
}

const ofFeature = (feature: string) => files.filter((file) => file.includes(`/${feature}`)).length
const longest = [...files].sort((a, b) => linesOf(b) - linesOf(a)).slice(0, 5)
const groups = cycles()

console.log(`Source files in src     ${files.length}`)
console.log(`Median lines            ${sorted[Math.floor(sorted.length / 2)]}`)
console.log(`Below 20 lines          ${sorted.filter((lines) => lines < 20).length}`)
console.log(`Above 400 lines         ${sorted.filter((lines) => lines > 400).length}`)
console.log(`Lines in all            ${sorted.reduce((sum, lines) => sum + lines, 0)}`)
console.log(`Announcements in files  ${ofFeature('announcement')}`)
console.log(`Longest                 ${longest.map((file) => `${file} ${linesOf(file)}`).join(', ')}`)
console.log(`Import cycles           ${groups.length} (types included)`)
for (const group of groups) console.log(`  ${group.join(' ↔ ')}`)
