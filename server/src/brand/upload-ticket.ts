import { LogoFile } from '@dashboard/contract/brand-inputs'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { AppError, gone } from '../http/app-error.ts'

const algorithm = 'HS256'

const { fileSize, mimeType } = LogoFile.shape
/** A ticket is valid for one file of one size and one type (docs/brand.md). */
const UploadTicket = z.object({ logoId: z.string(), fileSize, mimeType })
export type UploadTicket = z.infer<typeof UploadTicket>

export function signTicket(
  key: Uint8Array,
  ticket: UploadTicket,
  expiresAt: Date,
): Promise<string> {
  return new SignJWT({ ...ticket })
    .setProtectedHeader({ alg: algorithm })
    .setExpirationTime(expiresAt)
    .sign(key)
}

/** Reads a ticket. Throws 410 for one that has expired, 404 for one that this server did not sign. */
export async function readTicket(key: Uint8Array, ticket: string): Promise<UploadTicket> {
  try {
    const { payload } = await jwtVerify(ticket, key, {
      algorithms: [algorithm],
      requiredClaims: ['exp'],
    })
    return UploadTicket.parse(payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expiredTicket()
    throw new AppError(404, 'There is no such upload ticket.')
  }
}

export function expiredTicket(): AppError {
  return gone('This upload ticket has expired. Upload the logo again.')
}

export function usedTicket(): AppError {
  return gone('This upload ticket has been used. Upload the logo again.')
}
