const noPage = /^\/(api|functions|images|media\/files|previews|sandbox)(\/|$)|\.[^/]*$/

/** Whether this path of the site is a page, which the router can show; calendars, feeds, files and pictures are not. */
export const isPagePath = (link: string): boolean => link.startsWith('/') && !noPage.test(link.split(/[?#]/, 1)[0]!)
