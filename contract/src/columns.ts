import { z } from 'zod'
import { IdParams, Instant, JobStarted, MessageAnswer } from './answers.ts'
import { formatCount } from './counts.ts'
import { days } from './days.ts'
import { defineEndpoint } from './endpoint.ts'
import { sheetColumns } from './sheet-columns.ts'

/** Describes how a sheet with its own titles is read (docs/your-data.md). */

/**
 * Meaning of a column: one of our columns, both names in one, all days in one list, a telephone for rows without a
 * mobile one, or ignored.
 */
export const columnUses = [
  ...sheetColumns,
  'Full Name',
  'Days',
  'Other Phone',
  'Leave out',
] as const
export const ColumnUse = z.enum(columnUses)
export type ColumnUse = z.infer<typeof ColumnUse>

/** How a column with the whole name is split into first and last name. */
export const NameOrder = z.enum([
  /** 'Ann Mary Lee': the last word is the last name. */
  'last-word',
  /** 'Ann Lee Gomez': the first word is the first name. */
  'first-word',
  /** 'Lee, Ann Mary'. */
  'comma',
  /** 'Lee Ann Mary': the first word is the last name. */
  'family-first',
])
export type NameOrder = z.infer<typeof NameOrder>

/** Characters of a title, and of the time slot that a title names. */
export const maxTitleLength = 500
export const maxSlotLength = 100

export const MatchedColumn = z.strictObject({
  title: z.string().max(maxTitleLength),
  use: ColumnUse,
  /** The time slot that a mark in this day's column means, as in 'Mon AM'; `null` where cells name the slots. */
  slot: z.string().max(maxSlotLength).nullable(),
})
export type MatchedColumn = z.infer<typeof MatchedColumn>

export const MatchedWord = z.strictObject({
  kind: z.enum(['flag', 'day', 'slot']),
  /** The word as the sheet writes it. */
  word: z.string().max(200),
  /** `yes` or `no`, one of our days, or slots separated by `;`. */
  meaning: z.string().max(200),
})
export type MatchedWord = z.infer<typeof MatchedWord>

/** Columns are in the sheet's order, each with its title, which may be blank or that of another column, too. */
export const ColumnMatch = z.strictObject({
  columns: z.array(MatchedColumn).min(1).max(500),
  nameOrder: NameOrder,
  words: z.array(MatchedWord).max(500),
  /** Without a column 'Available': whether everybody with a time slot is available. Otherwise nobody is. */
  availableByDays: z.boolean().optional(),
})
export type ColumnMatch = z.infer<typeof ColumnMatch>

/** Certainty of a proposal: its title says it, its title and what is below or beside it do, or nothing does. */
export const Certainty = z.enum(['title', 'likely', 'none'])
export type Certainty = z.infer<typeof Certainty>

/** The encodings in which spreadsheet programs save text, by the names that `TextDecoder` accepts. */
export const textEncodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-5',
  'macintosh',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
  'utf-16le',
  'utf-16be',
] as const
export const TextEncoding = z.enum(textEncodings)
export type TextEncoding = z.infer<typeof TextEncoding>

export const separators = [',', ';', '\t', '|'] as const
export const Separator = z.enum(separators)
export type Separator = z.infer<typeof Separator>

/** How the text of a CSV file is read; what is missing is detected. */
export const TextReading = z.object({
  encoding: TextEncoding.optional(),
  separator: Separator.optional(),
})
export type TextReading = z.infer<typeof TextReading>

/** The top of a sheet as the runner reads it, with the proposed meaning of its columns. */
export const SheetHead = z.object({
  /** Sheets of the workbook that can be read; none for a CSV file. */
  sheetNames: z.array(z.string()),
  /** Those of them that the workbook hides. */
  hiddenSheets: z.array(z.string()),
  /** The sheet that was read; `null` where none was chosen and not just one of them is visible. */
  sheetName: z.string().nullable(),
  /** How many of the sampled rows the workbook hides; they are read like the others. */
  hiddenRows: z.number().int(),
  /** Counted from 1; `null` where no row of titles was found. */
  headerRow: z.number().int().nullable(),
  /** Columns in the sheet's order, judged by at most `sampledRows` rows below the titles. */
  columns: z.array(
    z.object({
      title: z.string(),
      /** Up to three different cells. */
      samples: z.array(z.string()),
      certainty: Certainty,
    }),
  ),
  /** Uses that the proposal gives no column, and the columns that could have them: somebody has to choose. */
  questions: z.array(z.object({ use: ColumnUse, positions: z.array(z.number().int()) })),
  /** How often the sampled rows have each word of the proposal, in its order; a row may have it in several columns. */
  wordCounts: z.array(z.number().int()),
  proposal: ColumnMatch.nullable(),
  /** Whether the sheet has our titles, so that it needs no match. */
  fits: z.boolean(),
  /** How an uploaded CSV file is read; `null` for a workbook and for the dashboard's spreadsheet. */
  text: z
    .object({
      encoding: TextEncoding,
      separator: Separator,
      /** Whether somebody has chosen the encoding, or no other is as likely. */
      isSure: z.boolean(),
      /** The likely encodings, the one that is used first, each with up to three different cells to look at. */
      encodings: z.array(z.object({ encoding: TextEncoding, names: z.array(z.string()) })),
    })
    .nullable(),
})
export type SheetHead = z.infer<typeof SheetHead>

/** Returns the sentence for people about rows that a workbook hides, in the import's log and on the match page. */
export function hiddenRowsSentence(count: number): string {
  return count === 1
    ? 'A row of the sheet is hidden, and is read like the others.'
    : `${formatCount(count)} rows of the sheet are hidden, and are read like the others.`
}

/** Returns the required columns that a match still lacks. */
export function missingUses({ columns }: Pick<ColumnMatch, 'columns'>): ColumnUse[] {
  const used = new Set(columns.map(({ use }) => use))
  const names: ColumnUse[] = used.has('Full Name') ? [] : ['First Name', 'Last Name']
  return [...names, 'Circuit' as const, 'Congregation' as const].filter((use) => !used.has(use))
}

/**
 * Returns the uses that several columns of a match have although only one may; days and other telephones may have
 * several.
 */
export function duplicateUses({ columns }: Pick<ColumnMatch, 'columns'>): ColumnUse[] {
  const uses = columns.map(({ use }) => use).filter((use) => !mayRepeat(use))
  return [...new Set(uses.filter((use, index) => uses.indexOf(use) !== index))]
}

/** Whether several columns of a sheet may have a use. */
export function mayRepeat(use: ColumnUse): boolean {
  return repeatable.has(use)
}

const repeatable: ReadonlySet<ColumnUse> = new Set([...days, 'Days', 'Other Phone', 'Leave out'])

/** A match saved by an administrator; applies to every sheet with these titles. */
export const StoredColumnMatch = z.object({
  key: z.string(),
  name: z.string(),
  match: ColumnMatch,
  updatedAt: Instant,
  /** Full name. */
  updatedBy: z.string(),
})
export type StoredColumnMatch = z.infer<typeof StoredColumnMatch>

const Upload = z.object({ id: z.string(), name: z.string(), sizeBytes: z.number().int() })

export const uploadSheet = defineEndpoint({
  summary: 'Upload a workbook or CSV file, to be imported or reviewed',
  method: 'POST',
  path: '/api/sheets',
  access: 'unlimited',
  audit: 'none',
  query: z.object({
    /** The file's name, which is shortened; 'sheet' when left out. */
    name: z.string().optional(),
  }),
  body: { binary: 'application/octet-stream' },
  status: 201,
  answer: z.object({ upload: Upload }),
})

export const describeColumns = defineEndpoint({
  summary: 'Titles and samples of a sheet, with what its columns are for',
  path: '/api/columns',
  waits: true,
  access: 'unlimited',
  tokens: 'write',
  query: z.object({
    /** An uploaded file; if left out, the spreadsheet of the dashboard. */
    upload: z.string().max(100).optional(),
    /** Name of a sheet in that workbook. */
    sheet: z.string().max(200).optional(),
    ...TextReading.shape,
  }),
  answer: z.object({ head: SheetHead, storedMatch: StoredColumnMatch.nullable() }),
  failures: [404, 422, 429],
})

export const listColumnMatches = defineEndpoint({
  summary: 'How the columns of sheets with other titles are matched',
  path: '/api/column-matches',
  access: 'unlimited',
  answer: z.object({ matches: z.array(StoredColumnMatch) }),
})

export const saveColumnMatch = defineEndpoint({
  summary: 'Keep how the columns of sheets with these titles are matched',
  method: 'PUT',
  path: '/api/column-matches',
  access: 'admin',
  audit: 'columns.update',
  body: z.object({
    name: z.string().trim().min(1, 'A name is required').max(100),
    match: ColumnMatch,
  }),
  answer: z.object({ message: z.string(), storedMatch: StoredColumnMatch }),
})

export const deleteColumnMatch = defineEndpoint({
  summary: 'Delete the column match of sheets with these titles',
  method: 'DELETE',
  path: '/api/column-matches/:key',
  access: 'admin',
  audit: 'columns.delete',
  params: z.object({ key: z.string() }),
  answer: MessageAnswer,
})

export const UseUploadInput = z.object({
  /** Only for a workbook with several sheets. */
  sheet: z.string().max(200).nullable().optional(),
  ...TextReading.shape,
})
export type UseUploadInput = z.infer<typeof UseUploadInput>

export const importUpload = defineEndpoint({
  summary: 'Queue an import of an uploaded file',
  method: 'POST',
  path: '/api/sheets/:id/import',
  access: 'unlimited',
  audit: 'job.start',
  params: IdParams,
  body: UseUploadInput,
  status: 202,
  answer: JobStarted,
})

export const reviewUpload = defineEndpoint({
  summary: 'Work out what an import of an uploaded file would do, without doing it',
  method: 'POST',
  path: '/api/sheets/:id/review',
  access: 'unlimited',
  audit: 'import.review',
  params: IdParams,
  body: UseUploadInput,
  status: 202,
  answer: JobStarted.extend({ importId: z.string() }),
})

export const getSheetTemplate = defineEndpoint({
  summary: 'An empty workbook with the titles of all columns',
  path: '/api/sheets/template',
  access: 'user',
  audit: 'none',
  answer: {
    binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
})
