/** Without the marks that turn the direction of what follows; those that join letters and emoji stay. */
export const withoutTurning = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
