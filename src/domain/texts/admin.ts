export const adminTexts = {
  loginBroken: "We're having trouble loading the admin login page. Please try again.",
  crashed: 'Admin Panel Error - Something went wrong in the admin panel. Your data is safe.',
  backToDashboard: 'Back to Dashboard',
  administrator: 'Administrator',
  menu: 'Menu',
  logout: 'Logout',
} as const

export const sidebarTexts = {
  dashboard: 'Dashboard',
  content: 'Content',
  gallery: 'Gallery',
  products: 'Products',
  productsBadge: 'Digital',
  tour: 'Tour Dates',
  media: 'Media',
  announcements: 'Announcements',
  sales: 'Sales',
  orders: 'Orders',
  digitalMusic: 'Digital Music',
  analytics: 'Analytics',
  analyticsBadge: 'Insights',
  downloads: 'Downloads',
  support: 'Customer Support',
  supportBadge: 'Help',
  settings: 'Settings',
} as const

export const accessDeniedTexts = {
  title: 'Access Denied',
  message: "You don't have permission to access the admin area for this website.",
  homepage: 'Return to Homepage',
} as const
