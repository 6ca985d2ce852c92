/** Raise it with the settings in `encode.ts`: it is part of what a made variant is kept under. */
export const recipe = 'r1'
