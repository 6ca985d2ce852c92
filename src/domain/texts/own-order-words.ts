/** The order look-up. A file of its own: every page loads the words of the frame. */
export const findOrderTexts = {
  intro: 'Where it is, and what you may download. No account needed: its number and your email address are enough.',
  number: 'Order number',
  numberHelp: 'It stands in our mail and on the parcel, such as 260501-7QX2MK.',
  numberProblem: 'Please enter the number of your order, such as 260501-7QX2MK.',
  email: 'Email address that you ordered with',
  emailHelp: 'It does not leave your browser: only a fingerprint of it is sent.',
  find: 'Find it',
  another: 'Look for another order',
  later: 'See where it is later',
  waiting: 'You need not pay again: this page looks again by itself.',
  notFoundHelp: 'Please check the number, and the address that you ordered with. If both are right, write to us.',
  failed: 'Your order could not be looked up. Please try again.',
  insecure: 'This works over a secure connection only. Please open the page with https.',
  noScripts: 'Looking for an order needs JavaScript. Without it, please answer the mail about your order.',
} as const
