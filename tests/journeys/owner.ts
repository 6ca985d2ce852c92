export type Person = { email: string; password: string }

/** Whose house it is in every journey. */
export const owner: Person = { email: 'owner@marlowquay.example', password: 'Quayside-9!' }
