import { badRequest } from '../http/app-error.ts'

/** A place in the log, for the caller to send back: behind the entry of this number. */
export function toCursor(sequence: number): string {
  return Buffer.from(`entry ${sequence}`).toString('base64url')
}

/** The number in a cursor. Throws 400 for what is none. */
export function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const number = /^entry (\d{1,9})$/.exec(text)?.[1]
  if (number === undefined) throw badRequest('The cursor is not one that this server gave out.')
  return Number(number)
}
