import { confirmLogoUpload, requestLogoUpload } from '@dashboard/contract/brand'
import { LogoFile } from '@dashboard/contract/brand-inputs'
import { call, sendFile } from '../../api/call.ts'

/** What is said about a file before its bytes are sent. */
function announced({ name, size, type }: File) {
  return { fileName: name, fileSize: size, mimeType: type }
}

/** Returns why a file cannot be the logo; `undefined` when it can. */
export function logoProblem(file: File): string | undefined {
  // The last issue is about the type: a video is refused for its type and not for its size.
  return LogoFile.safeParse(announced(file)).error?.issues.at(-1)?.message
}

/** A step of an upload failed; the message is the text for that step when the server sent none. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
}

/**
 * Uploads a logo in three steps: a ticket, the file to the ticket's address, the confirmation. Throws `UploadFailure`.
 */
export async function uploadLogo(file: File, signal: AbortSignal) {
  const body = LogoFile.parse(announced(file))
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
    throw new UploadFailure(fallback, { cause: error })
  }
}
