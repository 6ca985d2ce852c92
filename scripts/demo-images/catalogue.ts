/** Everything the script makes, by site: file name, a sentence for those who cannot see it, and the function that makes it. */
import type { Print } from './film.ts'
import { musician } from './musician/list.ts'
import { service } from './service/list.ts'
import { software } from './software/list.ts'

export interface Picture {
  file: string
  alt: string
  make(): Promise<Print>
}

/** A drawing that stays a drawing: logos, signatures, icons. */
export interface Drawing {
  file: string
  make(): string
}

/** A drawing saved as pixels, for the places where browsers and phones want that. */
export interface Icon {
  file: string
  alt: string
  size: number
  make(): string
}

export interface Site {
  name: string
  pictures: readonly Picture[]
  drawings: readonly Drawing[]
  icons: readonly Icon[]
}

export const sites: readonly Site[] = [musician, software, service]
