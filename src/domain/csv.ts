/** For spreadsheets: UTF-8 with a mark that says so, lines that end as RFC 4180 wants them. */
export const csvFile = (rows: readonly (readonly string[])[]): string => `\ufeff${csvRows(rows)}`

/** Some of its lines, for a file that is written piece by piece. */
export const csvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/**
 * A spreadsheet would run what begins like a formula; an apostrophe before it makes it text. Where semicolons stand
 * between cells, as in much of Europe, what follows one inside a text begins a cell too, and so does a new line.
 */
function cell(text: string): string {
  const inert = text.replace(/^(?=[\t\r\n])/, "'").replace(/(^|[;\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'")
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
