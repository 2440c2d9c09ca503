/** Screens and routes. */
export const screens = ["any other path: 404 page titled '404 Page Not Found'."] as const
