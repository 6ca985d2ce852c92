import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { correspondenceYears } from '#domain/contact/retention.ts'
import { createRegistry } from '#domain/sites/registry.ts'
import { sites } from '#sites/index.ts'

const inWords = ['no', 'one', 'two', 'three']

test.each(createRegistry(sites).all)(
  'the privacy page of $name promises what the house does',
  ({ folder, features }) => {
    const page = readFileSync(`sites/${folder}/pages/privacy.md`, 'utf8')
    expect(page).toMatch(new RegExp(`delete\\w* \\w+ ${inWords[correspondenceYears]} years after you`))
    expect(page).toMatch(/\berased?\b|forgotten/)
    const hasOrders = features.shop.enabled && features.shop.type === 'stripe'
    expect(page.includes('](/orders/find)')).toBe(hasOrders)
  },
)
