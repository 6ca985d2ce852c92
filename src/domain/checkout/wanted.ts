/** So many different things go into one order: a payment page lists a hundred, with the delivery and the VAT among them. */
export const mostLines = 98
