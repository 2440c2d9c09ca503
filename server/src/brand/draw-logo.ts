import type { LogoFile } from '@dashboard/contract/brand-inputs'
import sharp, { type Metadata } from 'sharp'
import { plainStyles } from './svg-styles.ts'

export interface RenderRequest {
  content: Uint8Array
  mimeType: LogoFile['mimeType']
}

export type RenderAnswer =
  /** A PNG; of a JPEG a JPEG. */
  { picture: Uint8Array } | { refusal: 'other-type' | 'unreadable' | 'too-many-pixels' }

/** Large enough for a logo's tile at any size and for print. */
const pictureSidePx = 1_024
/** A limit, since a small file can contain a picture that fills a browser's memory. */
const maxPixels = 25_000_000
/** Dots per point at which a drawing without a size is read. */
const pointsPerInch = 72
const maxDotsPerInch = 100_000

const formats: Record<LogoFile['mimeType'], Metadata['format']> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/svg+xml': 'svg',
}

export async function drawLogo({ content, mimeType }: RenderRequest): Promise<RenderAnswer> {
  let facts: Metadata
  try {
    facts = await sharp(content, { limitInputPixels: false }).metadata()
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.includes('unsupported image format')
    return { refusal: isUnknown ? 'other-type' : 'unreadable' }
  }
  if (facts.format !== formats[mimeType]) return { refusal: 'other-type' }
  const isDrawing = facts.format === 'svg'
  if (!isDrawing && facts.width * facts.height > maxPixels) return { refusal: 'too-many-pixels' }
  try {
    if (isDrawing) return { picture: await drawSvg(content, Math.max(facts.width, facts.height)) }
    return { picture: await drawPhoto(content) }
  } catch {
    return { refusal: 'unreadable' }
  }
}

/**
 * Draws a PNG or JPEG the right way up, with its color profile and no other metadata: a photo may say where it was
 * taken.
 */
function drawPhoto(content: Uint8Array): Promise<Buffer> {
  return sharp(content, { failOn: 'error' })
    .autoOrient()
    .resize(pictureSidePx, pictureSidePx, { fit: 'inside', withoutEnlargement: true })
    .keepIccProfile()
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', force: false })
    .toBuffer()
}

function drawSvg(content: Uint8Array, sidePx: number): Promise<Buffer> {
  const density = (pointsPerInch * pictureSidePx) / sidePx
  return sharp(plainStyles(content), {
    density: Math.min(maxDotsPerInch, Math.max(1, density)),
    limitInputPixels: maxPixels,
  })
    .resize(pictureSidePx, pictureSidePx, { fit: 'inside' })
    .png()
    .toBuffer()
}
