import type { BrandSettings } from '@dashboard/contract/brand'
import type { Endpoint } from '@dashboard/contract/endpoint'

/**
 * Adds what an answer may lack. A server of another version may not send the parts that the contract adds to the
 * specification, so each kind of answer gets neutral values for them, and the rest of the app finds every answer
 * complete. The login page needs only those of the brand; the shell adds all others (complete-answers.ts).
 */

export type Body = Record<string, unknown>

type Completion = (given: Body) => unknown

/**
 * The key is method and path: the build removes everything else from an endpoint (web/endpoints-without-schemas.ts).
 */
export type Completions = Readonly<Record<string, Completion>>

const neutralBrand: BrandSettings = {
  id: 'default',
  logoUrl: null,
  logoFileName: null,
  logoFileSize: null,
  logoMimeType: null,
  colors: {},
  logoZoom: 1,
  logoBackgroundColor: null,
  logoBackgroundTransparent: false,
  isActive: true,
  uploadedBy: null,
  createdAt: '',
  updatedAt: '',
}

/** Completes brand settings. A database may return a decimal as text: '1.00'. */
function completeBrand(given: Partial<BrandSettings>): BrandSettings {
  const settings = { ...neutralBrand, ...given }
  return { ...settings, colors: settings.colors ?? {}, logoZoom: Number(settings.logoZoom) }
}

function withBrand(given: { brandSettings?: Partial<BrandSettings> | null }): Body {
  return given.brandSettings
    ? { ...given, brandSettings: completeBrand(given.brandSettings) }
    : given
}

let completions: Completions = {
  'GET /api/brand-settings': withBrand,
  'PATCH /api/brand-settings/:id': withBrand,
  'POST /api/brand-settings/:logoId/confirm': withBrand,
  'PUT /api/brand-settings/:id/status': withBrand,
}

export function addCompletions(added: Completions): void {
  completions = { ...completions, ...added }
}

/** Returns the answer to a call, with neutral values for the parts of the contract that it lacks. */
export function completeAnswer(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  answer: unknown,
): unknown {
  const complete = completions[`${method} ${path}`]
  return complete && typeof answer === 'object' ? complete({ ...answer }) : answer
}
