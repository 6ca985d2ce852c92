import { moneyWords } from '#domain/money.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** What something costs: `£12.50`, or that it costs nothing. */
export function useMoney(): (amount: number) => string {
  const site = useWebsite()
  return (amount) => (amount === 0 ? 'Free' : moneyWords(amount, site))
}
