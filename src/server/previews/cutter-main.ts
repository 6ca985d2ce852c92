import { onceAsked } from '#server/files/once-asked.ts'
import { type CutOrder, cut } from '#server/previews/cut.ts'

onceAsked((order: CutOrder) => cut(order))
