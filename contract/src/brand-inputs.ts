import { z } from 'zod'
import { hexColorMessage, hexColorPattern } from './colors.ts'
import { logoMaxBytes, logoMimeTypes, logoZoom } from './limits.ts'

const HexColor = z.string({ error: hexColorMessage }).regex(hexColorPattern, hexColorMessage)

/** The colors to change; keys left out keep their value. */
const BrandColors = z.strictObject({
  primaryActions: HexColor.optional(),
  secondaryActions: HexColor.optional(),
  accentElements: HexColor.optional(),
  backgrounds: HexColor.optional(),
  cardBackgrounds: HexColor.optional(),
  mutedElements: HexColor.optional(),
  primaryText: HexColor.optional(),
  // A second set of keys that settings may hold; no screen shows them.
  primary: HexColor.optional(),
  hover: HexColor.optional(),
  accent: HexColor.optional(),
  white: HexColor.optional(),
  lightGray: HexColor.optional(),
  mediumGray: HexColor.optional(),
  black: HexColor.optional(),
})

export const BrandUpdate = z
  .strictObject({
    colors: BrandColors.optional(),
    logoZoom: z
      .number({ error: 'Logo zoom must be a number' })
      .min(logoZoom.min, `Logo zoom must be at least ${logoZoom.min}`)
      .max(logoZoom.max, `Logo zoom must be no more than ${logoZoom.max}`)
      .transform((zoom) => Math.round(zoom * 100) / 100)
      .optional(),
    logoBackgroundColor: HexColor.nullable().optional(),
    logoBackgroundTransparent: z.boolean().optional(),
  })
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    message: 'At least one field must be provided for update',
  })
export type BrandUpdate = z.infer<typeof BrandUpdate>

const logoTypeMessage = 'Please upload a PNG, JPG, or SVG file.'
export const logoSizeMessage = 'File size must be less than 2MB.'

/** Describes a logo; sent before its bytes, and again to confirm them. */
export const LogoFile = z.strictObject({
  fileName: z
    .string({ error: 'File name is required' })
    .trim()
    .min(1, 'File name is required')
    .max(255, 'Use a file name of at most 255 characters')
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use a file name without control characters'),
  fileSize: z
    .number({ error: 'File size is required' })
    .int('File size must be a whole number of bytes')
    .min(1, 'The file is empty.')
    .lt(logoMaxBytes, logoSizeMessage),
  mimeType: z.enum(logoMimeTypes, { error: logoTypeMessage }),
})
export type LogoFile = z.infer<typeof LogoFile>
