import { plainLetters } from '#domain/slug.ts'

/** More words than any search needs; it also limits what one order adds to the index. */
export const maxNameWords = 8

/**
 * The words that a customer is found by: without case, accents and apostrophes, each once. Browser and server take them
 * from the same function, because only their hashes are compared.
 */
export const customerNameWords = (name: string): string[] =>
  [...new Set(plainLetters(name.replace(/['’`]/g, '')).match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, maxNameWords)
