import { customType } from 'drizzle-orm/pg-core'

/** A column for what `seal` returns, or for other bytes such as keyed hashes. */
export const sealed = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // One engine answers with a Buffer, the other with plain bytes.
  fromDriver: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
})
