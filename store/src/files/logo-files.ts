/** How a logo's address and its file in storage are named. */

export const logoFolder = 'logos'

/** The one kind of upload of which something else is shown: a picture of it. */
export const drawingType = 'image/svg+xml'

const logoAddress = '/api/brand-settings/logo/'

export function logoUrlOf(fileName: string): string {
  return `${logoAddress}${fileName}`
}

/** The key of the file that is shown, in storage; `undefined` without a logo. */
export function logoKeyOf({ logoUrl }: { logoUrl: string | null }): string | undefined {
  return logoUrl?.startsWith(logoAddress) ? logoKey(logoUrl.slice(logoAddress.length)) : undefined
}

/** The keys of all files of a logo: what is shown, and the drawing that it was made from. */
export function logoKeysOf(logo: {
  logoUrl: string | null
  logoMimeType: string | null
}): string[] {
  const shown = logoKeyOf(logo)
  if (shown === undefined) return []
  if (logo.logoMimeType !== drawingType) return [shown]
  return [...new Set([shown, drawingKeyOf(shown)])]
}

/** Beside its picture, under the same name. */
export function drawingKeyOf(shownKey: string): string {
  return `${shownKey.slice(0, shownKey.lastIndexOf('.'))}.svg`
}

export function logoKey(fileName: string): string {
  return `${logoFolder}/${fileName}`
}
