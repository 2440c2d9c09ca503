import { applyImport, type ImportListEntry, reviewImport } from '@dashboard/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { importAddress } from '../../paths.ts'
import { useToast } from '../../ui/toaster.tsx'
import { refreshJobs } from '../jobs/jobs-queries.ts'
import { refreshImports } from './imports-queries.ts'

/** Reviews the sheet, or going back to the import `source`, and opens the page of that review. */
export function useReview() {
  const client = useQueryClient()
  const showError = useErrorToast()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (source: string | undefined) =>
      call(reviewImport, { body: source === undefined ? {} : { source } }),
    onSuccess: ({ importId }) => navigate(importAddress(importId)),
    onError: showError('Review Failed', 'Failed to start the review.'),
    onSettled: () => Promise.all([refreshJobs(client), refreshImports(client)]),
  })
}

interface Application {
  id: ImportListEntry['id']
  /** Where the guard asks for it: how many volunteers go. */
  removals?: number
}

/** Does what a review has shown; `onDone` when it has begun. */
export function useApplyImport({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ id, removals }: Application) =>
      call(applyImport, { params: { id }, body: removals === undefined ? {} : { removals } }),
    onSuccess: ({ message }) => {
      toast({ title: 'Import Started', description: message, variant: 'success' })
      onDone()
    },
    onError: showError('Import Failed', 'Failed to import the changes.'),
    onSettled: () => Promise.all([refreshJobs(client), refreshImports(client)]),
  })
}
