import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'

/** A picture of the site's folder is stored by the name of its file; the form shows it by its address. */
type NamedPicture = { name: string | null; alt: string | null; picture: Picture | null }

export const pictureFormValues = ({ name, alt, picture }: NamedPicture) => ({
  address: picture ? fallbackImagePath(picture) : (name ?? ''),
  alt: alt ?? picture?.alt ?? '',
})

/** The name and the description to store; those of an unchanged picture stay as they are. */
export function pictureFieldsToStore(values: { address: string; alt: string }, stored: NamedPicture | null) {
  const before = stored && pictureFormValues(stored)
  const isSame = before !== null && before.address === values.address
  return {
    name: isSame ? stored!.name : values.address || null,
    alt: isSame && before.alt === values.alt ? stored!.alt : (values.address && values.alt.trim()) || null,
  }
}
