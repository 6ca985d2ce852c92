/** Where a page shows that somebody has just confirmed who they are: POST /api/auth/confirmation gives it. */
export const confirmationHeader = 'x-confirmation'
