export type Credentials = { email: string; password: string }

/** The owner in every journey. */
export const owner: Credentials = { email: 'owner@marlowquay.example', password: 'Quayside-9!' }
