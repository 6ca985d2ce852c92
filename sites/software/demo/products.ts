import type { DemoProduct } from '#sites/demo.ts'

const licence = {
  category: 'Licences',
  productType: 'digital',
  status: 'published',
  archive: 'setlight-licence.zip',
} as const

/** Three licences, paid once. */
export const demoProducts: DemoProduct[] = [
  {
    ...licence,
    name: 'Setlight Solo',
    price: 4_900,
    description: `One person, two computers, one rig of up to **64 lamps**.

- Every update for two years
- The last version you have keeps working for good`,
    images: ['gallery-01.jpg'],
  },
  {
    ...licence,
    name: 'Setlight House',
    price: 14_900,
    description: `For a room with a stage: everyone who works there, on any of its computers.

- Unlimited lamps
- Hand a show over to a guest with one file`,
    images: ['gallery-02.jpg'],
  },
  {
    ...licence,
    name: 'Setlight School',
    price: 9_900,
    description: `All classrooms and the hall. Pupils may take it home until they leave.`,
    images: ['gallery-03.jpg'],
  },
]
