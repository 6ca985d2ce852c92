/** Settings of an application that renders every page for each request. */
export const madePagesSettings = { NODE_ENV: 'test', PAGE_CACHE: 'off' }
