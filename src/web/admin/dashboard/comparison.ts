import { comparedDays } from '#domain/orders/periods.ts'

/** `25% more than in the 30 days before (£80.00)`. */
export function comparison(last: number, before: number, words: (value: number) => string): string {
  const then = `in the ${comparedDays} days before`
  if (before === 0) return last === 0 ? `None ${then} either` : `None ${then}`
  if (last === before) return `As much as ${then}`
  const change = Math.round((Math.abs(last - before) / before) * 100)
  return `${change < 1 ? 'Less than 1' : change}% ${last > before ? 'more' : 'less'} than ${then} (${words(before)})`
}
