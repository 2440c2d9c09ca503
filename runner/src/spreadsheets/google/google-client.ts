import { type RequestLimits, retryWithBackoff } from '@dashboard/store/outside/retry-with-backoff'
import type { SpreadsheetSettings } from '@dashboard/store/settings/settings-spreadsheet'
import { z } from 'zod'
import type { MergedCells } from '../merged-cells.ts'
import type { SpreadsheetReporter } from '../spreadsheet.ts'
import { type GoogleAccount, openGoogleAccount } from './google-account.ts'
import {
  type GoogleRequestOptions,
  GoogleTransientFailure,
  type PlainAnswer,
  requestOnce,
} from './google-http.ts'
import { explainRefusal, noSheetsApi } from './google-refusals.ts'

const defaultApiUrl = 'https://sheets.googleapis.com'

export const SheetInfo = z.object({
  sheetId: z.number().default(0),
  title: z.string(),
  hidden: z.boolean().default(false),
  /** Missing for a sheet that is a chart. */
  gridProperties: z
    .object({ rowCount: z.number().default(0), columnCount: z.number().default(0) })
    .optional(),
})

/** Indexes counted from 0, the end exclusive; missing ones have no bound. */
const GridRange = z.object({
  startRowIndex: z.number().default(0),
  endRowIndex: z.number().default(Number.MAX_SAFE_INTEGER),
  startColumnIndex: z.number().default(0),
})

const sheetFields =
  'sheets(properties(sheetId,title,hidden,gridProperties(rowCount,columnCount)),merges)'

const Spreadsheet = z.object({
  sheets: z
    .array(z.object({ properties: SheetInfo, merges: z.array(GridRange).default([]) }))
    .default([]),
})

const ValueRange = z.object({ values: z.array(z.array(z.string())).default([]) })

export type GoogleSheet = z.infer<typeof SheetInfo> & { merges: readonly MergedCells[] }

/** A request of `spreadsheets.batchUpdate`, which Google applies as a whole or not at all. */
export type GoogleChange = Record<string, object>

export type GoogleClient = ReturnType<typeof openGoogleClient>

/** Returns calls of the Sheets API v4, each repeated after a transient failure. */
export function openGoogleClient(
  settings: Extract<SpreadsheetSettings, { kind: 'google' }>,
  limits: RequestLimits,
  reporter: SpreadsheetReporter,
) {
  const { id, apiUrl = defaultApiUrl, serviceAccount } = settings
  const account = openGoogleAccount(serviceAccount)
  const root = `${apiUrl.replace(/\/+$/, '')}/v4/spreadsheets/${encodeURIComponent(id)}`

  const once = async (call: Call, signal: AbortSignal): Promise<unknown> => {
    const url = new URL(`${root}${call.path}`)
    const answer = await requestAuthorized(url, call, account, { limits, signal })
    if (answer.status !== 200) {
      const asked = { spreadsheetId: id, email: await account.email(), host: url.host }
      throw explainRefusal(answer, asked)
    }
    if (answer.json === undefined) throw noSheetsApi(url, answer.status)
    return answer.json
  }
  const ask = async <T>(call: Call, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> => {
    const json = await retryWithBackoff(() => once(call, signal), { limits, ...reporter, signal })
    const answer = schema.safeParse(json)
    if (!answer.success) throw noSheetsApi(new URL(root), 200)
    return answer.data
  }

  return {
    async listSheets(signal: AbortSignal): Promise<GoogleSheet[]> {
      const path = `?fields=${encodeURIComponent(sheetFields)}`
      const { sheets } = await ask({ method: 'GET', path }, Spreadsheet, signal)
      return sheets.map(({ properties, merges }) => ({
        ...properties,
        merges: merges.map(({ startColumnIndex, startRowIndex, endRowIndex }) => ({
          column: startColumnIndex + 1,
          firstRow: startRowIndex + 1,
          lastRow: endRowIndex,
        })),
      }))
    },
    /** Reads cells as a person sees them; empty cells at the end of a row or of the range are left out. */
    async readValues(range: string, signal: AbortSignal): Promise<string[][]> {
      const path = `/values/${encodeURIComponent(range)}?majorDimension=ROWS&valueRenderOption=FORMATTED_VALUE`
      const { values } = await ask({ method: 'GET', path }, ValueRange, signal)
      return values
    },
    /** Writes cells as text: nothing is parsed as a formula, a number or a date. */
    async writeValues(range: string, values: readonly string[][], signal: AbortSignal) {
      const path = `/values/${encodeURIComponent(range)}?valueInputOption=RAW`
      const body = JSON.stringify({ range, majorDimension: 'ROWS', values })
      await ask({ method: 'PUT', path, body }, z.object({}), signal)
    },
    /** Makes all changes or none. If no response arrives, `isDone` reads whether they have been made. */
    async change(
      requests: readonly GoogleChange[],
      isDone: () => Promise<boolean>,
      signal: AbortSignal,
    ) {
      const call = { method: 'POST', path: ':batchUpdate', body: JSON.stringify({ requests }) }
      let mayBeDone = false
      const attempt = async () => {
        if (mayBeDone && (await isDone())) return
        try {
          await once(call, signal)
        } catch (error) {
          mayBeDone ||= error instanceof GoogleTransientFailure && error.mayHaveWorked
          throw error
        }
      }
      await retryWithBackoff(attempt, { limits, ...reporter, signal })
    },
  }
}

interface Call {
  method: string
  path: string
  body?: string
}

/** Sends a request with the account's token, and again with a new token if Google no longer accepts the first. */
async function requestAuthorized(
  url: URL,
  { method, body }: Call,
  account: GoogleAccount,
  options: GoogleRequestOptions,
): Promise<PlainAnswer> {
  const send = async () => {
    const authorization = await account.authorize(options)
    const headers = {
      authorization,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    return requestOnce(url, { method, headers, ...(body !== undefined && { body }) }, options)
  }
  const answer = await send()
  if (answer.status !== 401) return answer
  account.dropToken()
  return send()
}
