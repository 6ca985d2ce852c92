import { onceAsked } from '#server/files/once-asked.ts'

/** For tests: does what it is told, or what no process should. */
onceAsked(async ({ does, words }: { does: string; words: unknown }, ask) => {
  if (does === 'loop') for (;;);
  if (does === 'fill') for (const held: number[][] = []; ; ) held.push(new Array(100_000).fill(Math.random()))
  if (does === 'swell') {
    // As much as such a file claims, and no more: nobody's machine is to be filled where this goes unnoticed.
    const held = Array.from({ length: 16 }, () => Buffer.alloc(64 * 1024 * 1024, 1))
    for (;;) held[0]![0] = 2
  }
  if (does === 'fail') throw new Error('it is broken')
  return does === 'ask' ? [await ask(words), await ask('and more')] : words
})
