export const productName = 'SMPW Dashboard'
export const productShortName = 'SMPW'
