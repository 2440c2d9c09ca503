import { randomBytes } from 'node:crypto'
import type { GoogleSheet } from './google-client.ts'

/** A sheet that has cells, not a chart. */
export type GoogleGrid = GoogleSheet & Required<Pick<GoogleSheet, 'gridProperties'>>

/** To Google, titles that differ only in case are the same. */
export function findGrid(sheets: readonly GoogleSheet[], title: string): GoogleGrid | undefined {
  const key = title.toLowerCase()
  return sheets.find((sheet): sheet is GoogleGrid => {
    return sheet.title.toLowerCase() === key && sheet.gridProperties !== undefined
  })
}

/** Titles may have 100 characters. */
const keptCharacters = 60

/** The title of the hidden sheet in which an export gathers its rows; no two exports use the same. */
export function unfinishedTitle(sheetName: string): string {
  return `${unfinishedStart(sheetName)}${randomBytes(4).toString('hex')})`
}

/** What exports of this sheet that are under way, or were killed, have left. */
export function findUnfinished(sheets: readonly GoogleSheet[], sheetName: string): GoogleSheet[] {
  return sheets.filter(({ title }) => title.startsWith(unfinishedStart(sheetName)))
}

function unfinishedStart(sheetName: string): string {
  return `${sheetName.slice(0, keptCharacters)} (unfinished export `
}
