/** What the product does and for whom. */
export const product = ["the subtitle reads 'Analytics & Reporting'."] as const
