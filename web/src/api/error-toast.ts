import { useCallback } from 'react'
import { useToast } from '../ui/toaster.tsx'
import { ApiError, errorWords } from './api-error.ts'

/**
 * Returns a function that shows a failure as docs/api.md#errors-on-screen lists it: `onError: showError('Delete
 * Failed', 'Failed to delete report.')`. A session that ended has its own notice and shows nothing here.
 */
export function useErrorToast() {
  const toast = useToast()
  return useCallback(
    (title: string, fallback: string) => (error: unknown) => {
      if (error instanceof ApiError && error.sessionEnded) return
      const { text, cause } = errorWords(error, fallback)
      toast({ title, description: text, detail: cause, variant: 'destructive' })
    },
    [toast],
  )
}
