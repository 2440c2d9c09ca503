/** Addresses of the pages that the specification names, for signed-in users. */
export const pagesOfUsers = [
  '/dashboard',
  '/dashboard/sync',
  '/dashboard/monitor',
  '/dashboard/reports',
  '/profile',
]

export const pagesOfAdministrators = [
  '/admin',
  '/admin/users',
  '/admin/monitoring',
  '/admin/branding',
]

export const specifiedPages = [...pagesOfUsers, ...pagesOfAdministrators]
