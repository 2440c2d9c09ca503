import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { BrandUpdate, LogoFile } from './brand-inputs.ts'
import { type ColorKey, defaultColors } from './brand-palette.ts'
import { defineEndpoint } from './endpoint.ts'

export const colorKeys = Object.keys(defaultColors) as ColorKey[]

export const BrandSettings = z.object({
  id: z.string(),
  logoUrl: z.string().nullable(),
  logoFileName: z.string().nullable(),
  logoFileSize: z.number().int().nullable(),
  logoMimeType: z.string().nullable(),
  /** As stored; the reader replaces values that are not colors. */
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

const SettingsAnswer = z.object({ brandSettings: BrandSettings, message: z.string() })
const LogoParams = z.object({ logoId: z.string() })

export const getBrandSettings = defineEndpoint({
  summary: 'Logo and colors; `null` until something was saved',
  path: '/api/brand-settings',
  access: 'public',
  answer: z.object({ brandSettings: BrandSettings.nullable() }),
})

export const updateBrandSettings = defineEndpoint({
  summary: "Change colors and the logo's size and background; id `default` when there is none yet",
  method: 'PATCH',
  path: '/api/brand-settings/:id',
  access: 'admin',
  audit: 'brand.update',
  params: IdParams,
  body: BrandUpdate,
  answer: SettingsAnswer,
})

export const requestLogoUpload = defineEndpoint({
  summary: 'A ticket to upload one logo file, good for ten minutes',
  method: 'POST',
  path: '/api/brand-settings/upload-url',
  access: 'admin',
  audit: 'none',
  body: LogoFile,
  answer: z.object({ uploadUrl: z.string(), logoId: z.string() }),
  failures: [502],
})

/**
 * Upload address in the tickets of this server; with object storage, a ticket may hold an address of the storage
 * instead.
 */
export const uploadLogo = defineEndpoint({
  summary: 'Send the announced file; the ticket is the authorization',
  method: 'PUT',
  path: '/api/brand-settings/uploads/:ticket',
  access: 'public',
  audit: 'none',
  params: z.object({ ticket: z.string() }),
  body: { binary: 'image/*' },
  answer: MessageAnswer,
  failures: [410, 502],
})

export const confirmLogoUpload = defineEndpoint({
  summary: 'Make the uploaded file the logo',
  method: 'POST',
  path: '/api/brand-settings/:logoId/confirm',
  access: 'admin',
  audit: 'logo.upload',
  params: LogoParams,
  body: LogoFile,
  answer: SettingsAnswer,
  failures: [410, 502],
})

export const setLogoStatus = defineEndpoint({
  summary: 'Show or hide the custom logo',
  method: 'PUT',
  path: '/api/brand-settings/:id/status',
  access: 'admin',
  audit: ['logo.enable', 'logo.disable'],
  params: IdParams,
  body: z.strictObject({ isActive: z.boolean({ error: 'isActive must be true or false' }) }),
  answer: SettingsAnswer,
})

export const deleteLogo = defineEndpoint({
  summary: 'Remove the logo; the colors stay',
  method: 'DELETE',
  path: '/api/brand-settings/:id',
  access: 'admin',
  audit: 'logo.delete',
  params: IdParams,
  answer: MessageAnswer,
})

export const getLogo = defineEndpoint({
  summary: 'The logo file',
  path: '/api/brand-settings/logo/:fileName',
  access: 'public',
  audit: 'none',
  params: z.object({ fileName: z.string() }),
  answer: { binary: 'image/*' },
  failures: [502],
})
