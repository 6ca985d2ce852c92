import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChaosCase } from './case.ts'
import { type Defect, fileOfDefect } from './defects.ts'
import { caseOutcomeText, hasPassed, runCases } from './run-cases.ts'

export type DefectResult = { name: string; isCaught: boolean; how: string }

/**
 * Plants each defect in a copy of the program and checks that its case notices it. A complaint about the sound program
 * proves nothing, so each case is played there first and must pass.
 */
export async function tryDefects(
  root: string,
  defects: readonly Defect[],
  { seed, log = () => {} }: { seed: number; log?: (words: string) => void },
): Promise<DefectResult[]> {
  const copy = mkdtempSync(join(tmpdir(), 'stagedoor-defects-'))
  try {
    for (const part of ['src', 'sites', 'dist', 'migrations', 'package.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true })
    mkdirSync(join(copy, 'data'))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const tried: DefectResult[] = []
    const complaints = new Map<ChaosCase, string[]>()
    for (const defect of defects) {
      const before = complaints.get(defect.case) ?? (await complaintsOf(copy, defect.case, seed))
      if (!complaints.has(defect.case))
        log(`${before.length ? '✗ COMPLAINS OF' : '✓ is content with'} the sound program: ${defect.case.name}`)
      complaints.set(defect.case, before)
      const one = before.length ? uncontrolled(defect, before) : await tryDefect(copy, defect, seed)
      log(`${one.isCaught ? '✓ caught' : '✗ NOT CAUGHT'}: ${one.name} (${one.how})`)
      tried.push(one)
    }
    return tried
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function tryDefect(copy: string, defect: Defect, seed: number): Promise<DefectResult> {
  const path = join(copy, fileOfDefect(defect))
  const sound = readFileSync(path, 'utf8')
  try {
    writeFileSync(path, applyDefect(sound, defect))
    return judged(defect, await complaintsOf(copy, defect.case, seed))
  } finally {
    writeFileSync(path, sound)
  }
}

async function complaintsOf(copy: string, played: ChaosCase, seed: number): Promise<string[]> {
  try {
    const { outcomes } = await runCases({ seed, root: copy, cases: [played], patience: 25_000 })
    return outcomes.filter((outcome) => !hasPassed(outcome)).map(caseOutcomeText)
  } catch (error) {
    // With some defects not even the shops can be opened.
    return [String(error)]
  }
}

const uncontrolled = ({ name }: Defect, before: string[]): DefectResult => ({
  name,
  isCaught: false,
  how: `of the sound program its case says as well: ${before.join('\n').slice(0, 1_500)}`,
})

function judged({ name, complaint }: Defect, noticed: string[]): DefectResult {
  const words = noticed.join('\n')
  const how = words.match(complaint)?.[0] ?? (words.slice(0, 1_500) || 'nothing was noticed')
  return { name, isCaught: complaint.test(words), how }
}

/** Each edit matches exactly once: a defect that cannot be planted any more must be rewritten. */
export function applyDefect(text: string, { name, edits }: Defect): string {
  return edits.reduce((before, [find, put]) => {
    const places = before.match(new RegExp(find.source, `${find.flags}g`))?.length ?? 0
    if (places !== 1) throw new Error(`"${name}" has ${places} places for ${find}.`)
    return before.replace(find, put)
  }, text)
}
