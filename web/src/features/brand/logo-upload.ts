import { confirmLogoUpload, requestLogoUpload } from '@dashboard/contract/brand'
import { ApiError, errorMessage } from '../../api/api-error.ts'
import { call, sendFile } from '../../api/call.ts'

/** What is announced of a file before its bytes are sent; the page does without the schema until then. */
async function checkLogo({ name, size, type }: File) {
  const { LogoFile } = await import('@dashboard/contract/brand-inputs')
  return LogoFile.safeParse({ fileName: name, fileSize: size, mimeType: type })
}

/** Why a file cannot be the logo (docs/behavior.md#validation); `undefined` when it can. */
export async function logoProblem(file: File): Promise<string | undefined> {
  // Without the schema the upload says what fails.
  const checked = await checkLogo(file).catch(() => undefined)
  // The last one is of the type: a film is refused for being one, not for its size.
  return checked?.error?.issues.at(-1)?.message
}

/**
 * The three steps of an upload: a ticket, the file to the ticket's address, the confirmation
 * (docs/behavior.md#branding). Throws `ApiError`, with the failed step's own words where the server
 * gave none.
 */
export async function uploadLogo(file: File, signal: AbortSignal) {
  const { data: body, error } = await checkLogo(file)
  if (!body) throw new ApiError(0, error.issues.at(-1)?.message ?? '')
  const { uploadUrl, logoId } = await step(
    call(requestLogoUpload, { body, signal }),
    'Failed to get upload URL',
  )
  await step(sendFile(uploadUrl, file, signal), 'Failed to upload logo file')
  return step(
    call(confirmLogoUpload, { params: { logoId }, body, signal }),
    'Failed to confirm upload',
  )
}

async function step<Answer>(answer: Promise<Answer>, fallback: string): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.message !== '') throw error
    throw new ApiError(error.status, errorMessage(error, fallback), error.issues)
  }
}
