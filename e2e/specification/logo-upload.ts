import type { LiteralClient } from '../literal-calls.ts'

/** Four yellow dots, as PNG. */
const bytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4f4YBiBggFAA2Pgctqz8+wgAAAABJRU5ErkJggg==',
  'base64',
)

export const logoFile = {
  fileName: 'logo.png',
  fileSize: bytes.byteLength,
  mimeType: 'image/png',
}

/** Sends the bytes of the logo to the address of a ticket. */
export function putLogo(url: string, uploadUrl: string): Promise<Response> {
  const headers = { 'content-type': logoFile.mimeType }
  return fetch(new URL(uploadUrl, url), { method: 'PUT', headers, body: bytes })
}

/** Uploads the logo in three calls. */
export async function uploadLogo(client: LiteralClient, url: string): Promise<void> {
  const ticket = await client.send('POST /api/brand-settings/upload-url', logoFile)
  const { uploadUrl, logoId } = ticket.body as { uploadUrl: string; logoId: string }
  await putLogo(url, uploadUrl)
  await client.send(`POST /api/brand-settings/${logoId}/confirm`, logoFile)
}
