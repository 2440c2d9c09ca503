import type { Readable } from 'node:stream'
import { fromJson } from '@dashboard/store/database/column-values'
import type { NamedValues } from '@dashboard/store/database/write-rows'
import type { SheetResult } from '../planning/import-planner.ts'
import type { ImportPlan } from '../planning/plan-import.ts'
import type { PlanStage } from '../planning/plan-stage.ts'
import { readLines } from '../reading/stored-rows.ts'

/** Everything of a plan that is not staged. */
export interface StoredPlan {
  plan: ImportPlan
  result: SheetResult
  source: string
  sheetName: string
}

/** Adds the staged rows of a file that a stage has packed to another stage, and returns the rest of the plan. */
export async function unpackPlan(content: Readable, stage: PlanStage): Promise<StoredPlan> {
  let plan: StoredPlan | undefined
  for await (const line of readLines(content)) {
    const read = fromJson<StoredPlan | [name: string, rows: NamedValues[]]>(line)
    if (Array.isArray(read)) await stage.addStaged(...read)
    else plan = read
  }
  if (!plan) throw new Error('The file of a plan is not whole')
  return plan
}
