export const logoFolder = 'logos'

const logoAddress = '/api/brand-settings/logo/'

export function logoUrlOf(fileName: string): string {
  return `${logoAddress}${fileName}`
}

/** Returns the storage key of the file that is shown; `undefined` without a logo. */
export function logoKeyOf({ logoUrl }: { logoUrl: string | null }): string | undefined {
  return logoUrl?.startsWith(logoAddress) ? logoKey(logoUrl.slice(logoAddress.length)) : undefined
}

export function logoKey(fileName: string): string {
  return `${logoFolder}/${fileName}`
}
