import { onceAsked } from '#server/files/once-asked.ts'

/** For tests: does what it is told, or what no process should. */
onceAsked(async ({ does, words }: { does: string; words: unknown }, ask) => {
  if (does === 'loop') for (;;);
  if (does === 'fill') for (const held: number[][] = []; ; ) held.push(new Array(100_000).fill(Math.random()))
  if (does === 'fail') throw new Error('it is broken')
  return does === 'ask' ? [await ask(words), await ask('and more')] : words
})
