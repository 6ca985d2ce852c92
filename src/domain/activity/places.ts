const places: Record<string, (id: string) => string> = {
  tour_date: (id) => `/admin/tour/${id}`,
  announcement: (id) => `/admin/announcements/${id}`,
  gallery_image: (id) => `/admin/gallery/${id}`,
  media_item: (id) => `/admin/media/${id}`,
  order: (id) => `/admin/orders/${id}`,
  download: () => '/admin/downloads',
  product: (id) => `/admin/shop/${id}`,
  product_category: () => '/admin/shop/categories',
  contact_message: () => '/admin/settings?tab=messages',
  access: () => '/admin/settings?tab=people',
}

/** Where the thing that a line tells of can be edited; nowhere once it is gone. */
export function editedAt(line: { resourceType: string; resourceId: string | null; isGone: boolean }): string | null {
  if (line.isGone || line.resourceId === null || !Object.hasOwn(places, line.resourceType)) return null
  return places[line.resourceType]!(line.resourceId)
}
