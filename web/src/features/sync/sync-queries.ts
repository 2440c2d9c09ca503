import { reviewImport } from '@dashboard/contract/imports'
import { importSheet, startExport, startExportAndImport } from '@dashboard/contract/sync'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useChange } from '../../api/use-change.ts'
import { useToast } from '../../ui/toaster.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import { findFailure, importedText, queuedText, type SyncKind } from './sync-run.ts'

interface Started {
  description: string
  /** Jobs that go on after the call has returned. */
  jobIds: readonly string[]
}

interface Starter {
  /** The title of the toast of success. */
  title: string
  /** Title and fallback when it could not be started, or an import failed. */
  failed: readonly [title: string, fallback: string]
  start: () => Promise<Started>
}

const starters: Record<SyncKind, Starter> = {
  'export-and-import': {
    title: 'Export + Import Started',
    failed: ['Export + Import Failed', 'Failed to start export and import flow.'],
    start: async () => {
      const { jobId, importJobId } = await call(startExportAndImport)
      // The specification's answer has no job.
      const queued = jobId === '' ? 'The export is queued.' : queuedText(jobId)
      const description = `${queued} The import follows when it completes.`
      return { description, jobIds: [jobId, importJobId] }
    },
  },
  export: {
    title: 'Export Started',
    failed: ['Export Failed', 'Failed to start data export.'],
    start: async () => {
      const { jobId } = await call(startExport)
      return { description: queuedText(jobId), jobIds: [jobId] }
    },
  },
  import: {
    title: 'Import Completed',
    failed: ['Import Failed', 'Failed to import data from Google Sheets.'],
    start: async () => {
      const { rowCount, circuitsCount } = await call(importSheet)
      return { description: importedText(rowCount, circuitsCount), jobIds: [] }
    },
  },
  'export-and-review': {
    title: 'Export + Review Started',
    failed: ['Export + Review Failed', 'Failed to start the export and the review.'],
    start: async () => {
      const { jobId, exportJobId } = await call(reviewImport, { body: { withExport: true } })
      const jobIds = exportJobId === null ? [jobId] : [exportJobId, jobId]
      const queued = queuedText(exportJobId ?? jobId)
      return { description: `${queued} The review follows when it completes.`, jobIds }
    },
  },
  review: {
    title: 'Review Started',
    failed: ['Review Failed', 'Failed to start the review.'],
    start: async () => {
      const { jobId } = await call(reviewImport)
      return { description: queuedText(jobId), jobIds: [jobId] }
    },
  },
}

/**
 * Starts a sync; the call for an import alone returns only when the import has ended. Also shows, once, that a sync
 * which was started on this page has failed later.
 */
export function useRunSync() {
  const [started, setStarted] = useState<readonly string[]>([])
  const toast = useToast()
  const change = useChange({
    send: (kind: SyncKind) => starters[kind].start(),
    done: ({ description }, kind) => ({ title: starters[kind].title, description }),
    onDone: ({ jobIds }) => setStarted(jobIds),
    failed: (kind) => starters[kind].failed,
    refreshes: ['/api/jobs', '/api/imports', '/api/automation-status'],
  })
  const { data } = useJobs(change.isPending)
  const failed = findFailure(started, data?.jobs ?? [])
  useEffect(() => {
    if (!failed) return
    setStarted([])
    toast({
      title: 'Sync Failed',
      description:
        failed.error ?? 'One or more operations failed. Check the job status for details.',
      variant: 'destructive',
    })
  }, [failed, toast])
  return change
}
