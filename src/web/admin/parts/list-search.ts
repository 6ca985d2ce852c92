import * as z from 'zod/mini'
import { pageNumber } from '#domain/ui/page-number.ts'

/** What cannot be read in an address is as if it were not there. */
export const maybe = <S extends z.core.$ZodType>(schema: S) => z.catch(z.optional(schema), undefined)

const mostPages = 10_000
const number = (most: number) =>
  maybe(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((asked) => pageNumber(asked, most)),
    ),
  )

/** The part of an address that every list has. */
export const listSearch = {
  q: maybe(z.string().check(z.maxLength(80))),
  direction: maybe(z.enum(['up', 'down'])),
  page: number(mostPages),
  size: number(100),
}
