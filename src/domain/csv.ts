/** CSV as in RFC 4180, with a byte order mark, by which spreadsheets recognise UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): string => `\ufeff${csvRows(rows)}`

/** Rows without the byte order mark, for a file that is streamed. */
export const csvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/**
 * Prevents formula injection: an apostrophe before `=`, `+`, `-` or `@` makes the cell text. In much of Europe the
 * semicolon separates cells, so text after a semicolon or a line break is escaped too.
 */
function cell(text: string): string {
  const inert = text.replace(/^(?=[\t\r\n])/, "'").replace(/(^|[;\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'")
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
