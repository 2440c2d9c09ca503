/** States and transitions. */
export const states = [] as const
