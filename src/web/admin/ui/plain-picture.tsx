import type { CSSProperties } from 'react'
import { PictureBox } from '#web/ui/pictures/picture.tsx'

type Props = { address: string; alt: string; className: string; style?: CSSProperties }

/** A picture of which only the address is known, as in a form before it is saved. */
export function PlainPicture({ address, alt, ...box }: Props) {
  return (
    <PictureBox key={address} alt={alt} {...box}>
      {({ query, ...image }) => <img {...image} src={address + query} alt={alt} decoding="async" />}
    </PictureBox>
  )
}
