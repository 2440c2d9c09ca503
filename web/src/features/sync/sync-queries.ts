import { reviewImport } from '@dashboard/contract/imports'
import { importSheet, startExport, startExportAndImport } from '@dashboard/contract/sync'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useChange } from '../../api/use-change.ts'
import type { ToastMessage } from '../../ui/toaster.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { useJobs } from '../jobs/jobs-queries.ts'
import {
  findFailure,
  importedText,
  queuedText,
  queuedWithImportText,
  queuedWithReviewText,
  type SyncKind,
  startFailures,
  syncFailure,
} from './sync-run.ts'

interface Started {
  toast: ToastMessage
  /** Jobs that go on after the call has returned. */
  jobIds: readonly string[]
}

const starters: Record<SyncKind, () => Promise<Started>> = {
  'export-and-import': async () => {
    const { jobId, importJobId } = await call(startExportAndImport)
    return {
      toast: { title: 'Export + Import Started', description: queuedWithImportText(jobId) },
      jobIds: [jobId, importJobId],
    }
  },
  export: async () => {
    const { jobId } = await call(startExport)
    return {
      toast: { title: 'Export Started', description: queuedText(jobId) },
      jobIds: [jobId],
    }
  },
  import: async () => {
    const { rowCount, circuitsCount } = await call(importSheet)
    return {
      toast: { title: 'Import Completed', description: importedText(rowCount, circuitsCount) },
      jobIds: [],
    }
  },
  'export-and-review': async () => {
    const { jobId, exportJobId } = await call(reviewImport, { body: { withExport: true } })
    const jobIds = exportJobId === null ? [jobId] : [exportJobId, jobId]
    const description = queuedWithReviewText(exportJobId ?? jobId)
    return { toast: { title: 'Export + Review Started', description }, jobIds }
  },
  review: async () => {
    const { jobId } = await call(reviewImport)
    return { toast: { title: 'Review Started', description: queuedText(jobId) }, jobIds: [jobId] }
  },
}

/**
 * Starts a sync; the call for an import alone returns only when the import has ended. Later failures are shown, too.
 */
export function useRunSync() {
  const [started, setStarted] = useState<readonly string[]>([])
  const change = useChange({
    send: (kind: SyncKind) => starters[kind](),
    done: ({ toast }) => toast,
    onDone: ({ jobIds }) => setStarted(jobIds),
    failed: (kind) => startFailures[kind],
    refreshes: ['/api/jobs', '/api/imports', '/api/automation-status'],
  })
  useLateFailure(started, setStarted, change.isPending)
  return change
}

/** Shows once that a sync started on this page has failed later. */
function useLateFailure(
  started: readonly string[],
  setStarted: (ids: readonly string[]) => void,
  isExpecting: boolean,
) {
  const { data } = useJobs({ isExpecting })
  const toast = useToast()
  const failed = findFailure(started, data?.jobs ?? [])
  useEffect(() => {
    if (!failed) return
    setStarted([])
    toast({
      title: syncFailure.title,
      description: failed.error ?? syncFailure.fallback,
      variant: 'destructive',
    })
  }, [failed, setStarted, toast])
}
