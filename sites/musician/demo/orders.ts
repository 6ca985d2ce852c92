import type { PostalAddress } from '#domain/checkout/address.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { seeded } from '#sites/seeded.ts'

export type DemoOrder = {
  name: string
  email: string
  country: string
  address: PostalAddress
  madeAt: Date
  status: OrderStatus
  /** Which of what is on sale, counted in its own order. */
  picks: { at: number; quantity: number }[]
}

type Fan = Pick<DemoOrder, 'name' | 'country' | 'address'>

const at = (line1: string, postcode: string, city: string, region = ''): PostalAddress => ({
  line1,
  line2: '',
  postcode,
  city,
  region,
})

const fans: Fan[] = [
  { name: 'Imogen Tarrant', country: 'GB', address: at('14 Harbour Row', 'BS1 4DJ', 'Bristol') },
  { name: 'Callum Brae', country: 'GB', address: at('3 Shore Street', 'EH6 6RA', 'Edinburgh') },
  { name: 'Priya Raman', country: 'GB', address: at('71 Mill Lane', 'M4 6BF', 'Manchester') },
  { name: 'Owen Llewellyn', country: 'GB', address: at('9 Heol y Mor', 'CF10 4PA', 'Cardiff') },
  { name: 'Hannah Fairweather', country: 'GB', address: at('22 Castle Hill', 'NE1 1RQ', 'Newcastle') },
  { name: 'Tobias Lind', country: 'DE', address: at('Deichweg 8', '28195', 'Bremen') },
  { name: 'Marit Hansen', country: 'DE', address: at('Elbchaussee 120', '22763', 'Hamburg') },
  { name: 'Camille Aubry', country: 'FR', address: at('5 quai du Port', '13002', 'Marseille') },
  { name: 'Sanne de Wit', country: 'NL', address: at('Oudezijds 44', '1012 GB', 'Amsterdam') },
  { name: 'Aoife Kearney', country: 'IE', address: at('17 Sea Road', 'H91 E2R2', 'Galway') },
  { name: 'Jonah Whitlock', country: 'US', address: at('408 Pier Avenue', '04101', 'Portland', 'ME') },
  { name: 'Delia Park', country: 'US', address: at('1120 Ballard Way', '98107', 'Seattle', 'WA') },
]

const day = 86_400_000

/** Sixty orders of the last ninety days, the same for every first start on the same day; more of them of late. */
export function demoOrders(now: Date): DemoOrder[] {
  const dice = seeded(1_979)
  const orders = Array.from({ length: 60 }, (_, n): DemoOrder => {
    const fan = fans[Math.floor(dice() * fans.length)]!
    const age = 0.2 + 89 * (1 - Math.sqrt((n + dice() * 0.9) / 60))
    const madeAt = new Date(+now - Math.round(age * day))
    const picks = Array.from({ length: 1 + Math.floor(dice() * dice() * 4) }, () => ({
      at: Math.floor(dice() * 1_000),
      quantity: dice() < 0.12 ? 2 : 1,
    }))
    const email = `${fan.name.toLowerCase().replaceAll(' ', '.')}@example.com`
    return { ...fan, email, madeAt, picks, status: statusOf(age, dice()) }
  })
  return orders.sort((a, b) => +a.madeAt - +b.madeAt)
}

function statusOf(age: number, chance: number): OrderStatus {
  if (chance < 0.05) return 'cancelled'
  if (age > 12) return 'delivered'
  if (age > 5) return 'shipped'
  return chance < 0.45 ? 'processing' : 'paid'
}
