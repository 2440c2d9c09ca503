import type { LogoFile } from '@dashboard/contract/brand-inputs'
import { type AppError, badRequest, unsupportedType } from '../http/app-error.ts'
import { findJpegFault } from './jpeg-check.ts'
import { findPngFault } from './png-check.ts'
import { findSvgFault } from './svg-check.ts'

type LogoMimeType = LogoFile['mimeType']

/** How each type is called, stored and checked. */
const kinds = {
  'image/png': { name: 'PNG', ending: 'png', findFault: findPngFault },
  'image/jpeg': { name: 'JPEG', ending: 'jpg', findFault: findJpegFault },
  'image/jpg': { name: 'JPEG', ending: 'jpg', findFault: findJpegFault },
  'image/svg+xml': { name: 'SVG', ending: 'svg', findFault: findSvgFault },
} as const

const typeByEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml; charset=utf-8',
}

/** The ending of a stored logo's name. */
export function endingOf(mimeType: LogoMimeType): string {
  return kinds[mimeType].ending
}

/** With which type a stored logo is sent; `undefined` for a name the server did not make. */
export function contentTypeOf(fileName: string): string | undefined {
  const ending = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\w+)$/.exec(fileName)?.[1]
  return ending === undefined ? undefined : typeByEnding[ending]
}

/**
 * Checks the content: 415 when it is not of the announced type, 400 when it is an SVG that could do
 * more than be displayed.
 */
export async function checkLogo(content: Buffer, mimeType: LogoMimeType): Promise<void> {
  const { name, findFault } = kinds[mimeType]
  const fault = await findFault(content)
  if (fault === undefined) return
  throw name === 'SVG' ? refusedSvg(fault) : unsupportedType(`This ${name} ${fault}.`)
}

function refusedSvg(fault: string): AppError {
  const looksLikeSvg = !/^(cannot be read|does not begin)/.test(fault)
  if (!looksLikeSvg) return unsupportedType(`This SVG ${fault}.`)
  return badRequest(
    `This SVG ${fault}. Remove that, or save the logo as a plain SVG or PNG, and upload it again.`,
  )
}
