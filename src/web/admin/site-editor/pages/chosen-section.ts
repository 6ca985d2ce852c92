/** Stands for the title, the address and the like of a page where a section can be chosen. No section has this id. */
export const pageFieldsId = 'page-fields'
