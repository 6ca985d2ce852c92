import { createHash, randomBytes } from 'node:crypto'

/** 256 bits that nobody can guess, in a form that fits into cookies and addresses. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. It needs no salt: nobody can try all tokens there are. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

const shape = /^[A-Za-z0-9_-]{43}$/
/** Null for what cannot be a token, so that it is not even looked for. */
export const hashOf = (token: string | undefined): string | null =>
  token && shape.test(token) ? tokenHash(token) : null
