import type { LogoFile } from '@dashboard/contract/brand-inputs'
import { type AppError, badRequest, unsupportedType } from '../http/app-error.ts'
import { findJpegFault } from './jpeg-check.ts'
import { findPngFault } from './png-check.ts'
import { findSvgFault } from './svg-check.ts'

type LogoMimeType = LogoFile['mimeType']

/** How each type is stored and checked. */
const kinds = {
  'image/png': { ending: 'png', findRefusal: refusePng },
  'image/jpeg': { ending: 'jpg', findRefusal: refuseJpeg },
  'image/jpg': { ending: 'jpg', findRefusal: refuseJpeg },
  'image/svg+xml': { ending: 'svg', findRefusal: refuseSvg },
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
  const refusal = await kinds[mimeType].findRefusal(content)
  if (refusal) throw refusal
}

async function refusePng(content: Buffer): Promise<AppError | undefined> {
  return refuseRaster('PNG', await findPngFault(content))
}

async function refuseJpeg(content: Buffer): Promise<AppError | undefined> {
  return refuseRaster('JPEG', findJpegFault(content))
}

function refuseRaster(name: string, fault: string | undefined): AppError | undefined {
  return fault === undefined ? undefined : unsupportedType(`This ${name} ${fault}.`)
}

async function refuseSvg(content: Buffer): Promise<AppError | undefined> {
  const fault = findSvgFault(content)
  if (!fault) return undefined
  if (!fault.isSvg) return unsupportedType(`This SVG ${fault.reason}.`)
  return badRequest(
    `This SVG ${fault.reason}. Remove that, or save the logo as a plain SVG or PNG, and upload it again.`,
  )
}
