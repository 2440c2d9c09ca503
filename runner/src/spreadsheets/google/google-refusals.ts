import { z } from 'zod'
import { misconfigured, SheetError, SpreadsheetServiceError } from '../sheet-error.ts'
import type { PlainAnswer } from './google-http.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string().default(''),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

export interface Asked {
  spreadsheetId: string
  email: string
  host: string
}

/** Converts an unsuccessful response into an error whose message names what to do. */
export function explainRefusal({ status, json }: PlainAnswer, asked: Asked): Error {
  const body = ErrorBody.safeParse(json)
  if (!body.success) return noSheetsApi(asked, status)
  const { message, details } = body.data.error
  if (status === 400) return explainBadRequest(message, asked)
  if (status === 401) {
    return misconfigured(
      `Google refuses the token of ${asked.email}. Create a new key for the service account and set GOOGLE_SERVICE_ACCOUNT to it.`,
    )
  }
  if (status === 403 && details.some(({ reason }) => reason === 'SERVICE_DISABLED')) {
    return misconfigured(
      `The Google Sheets API is switched off in the project of ${asked.email}. Enable it in the Google Cloud console, wait a few minutes, then try again.`,
    )
  }
  if (status === 403) {
    return new SpreadsheetServiceError(
      `${asked.email} may not use the Google spreadsheet ${asked.spreadsheetId}. Share the spreadsheet with this address as an editor, then try again.`,
    )
  }
  if (status === 404) {
    return new SheetError(
      'no-file',
      'There is no such Google spreadsheet. An administrator has to check which one the dashboard uses.',
      {
        details: `There is no Google spreadsheet with the id ${asked.spreadsheetId}. Set SPREADSHEET to "google:" and the part of its address between /d/ and /edit.`,
      },
    )
  }
  return new SpreadsheetServiceError(
    `Google (${asked.host}) answered with ${status}: ${message}. Try again later.`,
  )
}

function explainBadRequest(message: string, { email, spreadsheetId }: Asked): Error {
  if (/not supported for this document|Office file/.test(message)) {
    return new SheetError(
      'unreadable',
      `The document is not a Google spreadsheet but a file such as Excel's. Open it, choose File, then "Save as Google Sheets", and give the new address to an administrator.`,
      {
        details: `The document ${spreadsheetId} is not a Google spreadsheet but a file such as Excel's. Open it, choose File, then "Save as Google Sheets", and set SPREADSHEET to the new id.`,
      },
    )
  }
  if (/protected cell or object/.test(message)) {
    return new SpreadsheetServiceError(
      `Parts of the Google sheet are protected against ${email}. Let this address edit the protected ranges, then try again.`,
    )
  }
  if (/number of cells in the workbook above the limit/.test(message)) {
    return new SpreadsheetServiceError(
      'The Google spreadsheet is full: it may hold 10 million cells. Delete sheets that nobody needs, then try again.',
    )
  }
  return new SpreadsheetServiceError(`Google refused the request: ${message}`)
}

/**
 * Returns the error for a response that is not from the Sheets API: a proxy's page, or a service at another address.
 */
export function noSheetsApi({ host }: Pick<Asked, 'host'>, status: number): Error {
  return misconfigured(
    `${host} answered with ${status}, but not as the Google Sheets API does. Check GOOGLE_SHEETS_API_URL, and any proxy in between.`,
  )
}
