/** Names of a logo's address and its files in storage. */

export const logoFolder = 'logos'

/** The only upload type that is not shown itself: a picture made from it is shown instead. */
export const drawingType = 'image/svg+xml'

const logoAddress = '/api/brand-settings/logo/'

export function logoUrlOf(fileName: string): string {
  return `${logoAddress}${fileName}`
}

/** Returns the storage key of the file that is shown; `undefined` without a logo. */
export function logoKeyOf({ logoUrl }: { logoUrl: string | null }): string | undefined {
  return logoUrl?.startsWith(logoAddress) ? logoKey(logoUrl.slice(logoAddress.length)) : undefined
}

/** Returns the keys of all files of a logo: the file that is shown, and the drawing that it was made from. */
export function logoKeysOf(logo: {
  logoUrl: string | null
  logoMimeType: string | null
}): string[] {
  const shown = logoKeyOf(logo)
  if (shown === undefined) return []
  if (logo.logoMimeType !== drawingType) return [shown]
  return [...new Set([shown, drawingKeyOf(shown)])]
}

/** Returns the key of the drawing, which is stored beside its picture under the same name. */
export function drawingKeyOf(shownKey: string): string {
  return `${shownKey.slice(0, shownKey.lastIndexOf('.'))}.svg`
}

export function logoKey(fileName: string): string {
  return `${logoFolder}/${fileName}`
}
