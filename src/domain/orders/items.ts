type Item = { name: string; variant: string | null; quantity: number }

/** `2 × Hoodie, L` */
export const itemWords = ({ name, variant, quantity }: Item): string =>
  `${quantity} × ${name}${variant ? `, ${variant}` : ''}`
