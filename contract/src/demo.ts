/** The one account of a demo, an administrator's, which everybody uses. */
export const demoAccount = { username: 'demo', password: 'demo' } as const

/** When a demo is put back every night, in the zone of the installation. */
export const demoResetTime = '03:00'
