/** The only account of a demo: an administrator that everybody shares. */
export const demoAccount = { username: 'demo', password: 'demo' } as const

/** When a demo is reset every night, in the zone of the installation. */
export const demoResetTime = '03:00'
