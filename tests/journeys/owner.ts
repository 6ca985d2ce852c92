export type Person = { email: string; password: string }

/** The owner in every journey. */
export const owner: Person = { email: 'owner@marlowquay.example', password: 'Quayside-9!' }
