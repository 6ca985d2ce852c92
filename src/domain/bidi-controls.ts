/** Removes Unicode bidi controls, which reorder the text after them; the joiners of letters and emoji stay. */
export const withoutBidiControls = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
