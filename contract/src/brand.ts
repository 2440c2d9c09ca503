import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { defaultColors, logoMaxBytes, logoMimeTypes, logoZoom } from './limits.ts'

export const hexColorMessage = 'Invalid hex color format (use #RRGGBB)'
export const HexColor = z
  .string({ error: hexColorMessage })
  .regex(/^#[0-9a-f]{6}$/i, hexColorMessage)

export type ColorKey = keyof typeof defaultColors
export const colorKeys = Object.keys(defaultColors) as ColorKey[]

/** The colors to change; keys left out keep their value. */
export const BrandColors = z.strictObject({
  primaryActions: HexColor.optional(),
  secondaryActions: HexColor.optional(),
  accentElements: HexColor.optional(),
  backgrounds: HexColor.optional(),
  cardBackgrounds: HexColor.optional(),
  mutedElements: HexColor.optional(),
  primaryText: HexColor.optional(),
})
export type BrandColors = z.infer<typeof BrandColors>

export const BrandSettings = z.object({
  id: z.string(),
  logoUrl: z.string().nullable(),
  logoFileName: z.string().nullable(),
  logoFileSize: z.number().int().nullable(),
  logoMimeType: z.string().nullable(),
  /**
   * As stored: the reader replaces a value that is no color (docs/behavior.md#validation).
   */
  colors: z.record(z.string(), z.unknown()),
  logoZoom: z.number(),
  logoBackgroundColor: z.string().nullable(),
  logoBackgroundTransparent: z.boolean(),
  isActive: z.boolean(),
  uploadedBy: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type BrandSettings = z.infer<typeof BrandSettings>

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

export const logoTypeMessage = 'Please upload a PNG, JPG, or SVG file.'
export const logoSizeMessage = 'File size must be less than 2MB.'

/** What describes a logo: sent before its bytes, and again to confirm them. */
export const LogoFile = z.strictObject({
  fileName: z
    .string({ error: 'File name is required' })
    .trim()
    .min(1, 'File name is required')
    .max(255, 'Use a file name of at most 255 characters'),
  fileSize: z
    .number({ error: 'File size is required' })
    .int('File size must be a whole number of bytes')
    .min(1, 'The file is empty.')
    .lt(logoMaxBytes, logoSizeMessage),
  mimeType: z.enum(logoMimeTypes, { error: logoTypeMessage }),
})
export type LogoFile = z.infer<typeof LogoFile>

const SettingsAnswer = z.object({ brandSettings: BrandSettings, message: z.string() })
const LogoParams = z.object({ logoId: z.string() })

const tag = 'Branding'

export const getBrandSettings = defineEndpoint({
  name: 'getBrandSettings',
  summary: 'Logo and colors; `null` until something was saved',
  tag,
  method: 'GET',
  path: '/api/brand-settings',
  access: 'public',
  answer: z.object({ brandSettings: BrandSettings.nullable() }),
})

export const updateBrandSettings = defineEndpoint({
  name: 'updateBrandSettings',
  summary: "Change colors and the logo's size and background; id `default` when there is none yet",
  tag,
  method: 'PATCH',
  path: '/api/brand-settings/:id',
  access: 'admin',
  audit: 'brand.update',
  params: IdParams,
  body: BrandUpdate,
  answer: SettingsAnswer,
})

export const requestLogoUpload = defineEndpoint({
  name: 'requestLogoUpload',
  summary: 'A ticket to upload one logo file, good for ten minutes',
  tag,
  method: 'POST',
  path: '/api/brand-settings/upload-url',
  access: 'admin',
  audit: 'none',
  body: LogoFile,
  answer: z.object({ uploadUrl: z.string(), logoId: z.string() }),
})

/** The address in the server's own upload tickets; with object storage a ticket may hold one there. */
export const uploadLogo = defineEndpoint({
  name: 'uploadLogo',
  summary: 'Send the announced file; the ticket is the authorization',
  tag,
  method: 'PUT',
  path: '/api/brand-settings/uploads/:ticket',
  access: 'public',
  audit: 'none',
  params: z.object({ ticket: z.string() }),
  body: { binary: 'image/*' },
  answer: MessageAnswer,
})

export const confirmLogoUpload = defineEndpoint({
  name: 'confirmLogoUpload',
  summary: 'Make the uploaded file the logo',
  tag,
  method: 'POST',
  path: '/api/brand-settings/:logoId/confirm',
  access: 'admin',
  audit: 'logo.upload',
  params: LogoParams,
  body: LogoFile,
  answer: SettingsAnswer,
})

export const setLogoStatus = defineEndpoint({
  name: 'setLogoStatus',
  summary: 'Show or hide the custom logo',
  tag,
  method: 'PUT',
  path: '/api/brand-settings/:id/status',
  access: 'admin',
  audit: ['logo.enable', 'logo.disable'],
  params: IdParams,
  body: z.strictObject({ isActive: z.boolean({ error: 'isActive must be true or false' }) }),
  answer: SettingsAnswer,
})

export const deleteLogo = defineEndpoint({
  name: 'deleteLogo',
  summary: 'Remove the logo; the colors stay',
  tag,
  method: 'DELETE',
  path: '/api/brand-settings/:id',
  access: 'admin',
  audit: 'logo.delete',
  params: IdParams,
  answer: MessageAnswer,
})

export const getLogo = defineEndpoint({
  name: 'getLogo',
  summary: 'The logo file',
  tag,
  method: 'GET',
  path: '/api/brand-settings/logo/:fileName',
  access: 'public',
  audit: 'none',
  params: z.object({ fileName: z.string() }),
  answer: { binary: 'image/*' },
})
