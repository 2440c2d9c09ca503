import {
  type BrandSettings,
  deleteLogo,
  setLogoStatus,
  updateBrandSettings,
} from '@dashboard/contract/brand'
import type { BrandUpdate } from '@dashboard/contract/brand-inputs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useToast } from '../../ui/toaster.tsx'
import { brandQuery } from './brand-queries.ts'
import { UploadFailure, uploadLogo } from './logo-upload.ts'

/**
 * Returns a function that puts an answer in the cache, so that logo, colors and favicon change at once; when the answer
 * has no settings, they are read again.
 */
function useTakeSettings() {
  const queryClient = useQueryClient()
  return ({ brandSettings }: { brandSettings?: BrandSettings }) => {
    if (brandSettings) queryClient.setQueryData(brandQuery.queryKey, { brandSettings })
    else void queryClient.invalidateQueries({ queryKey: brandQuery.queryKey })
  }
}

export function useSaveBrand(settings: BrandSettings | null) {
  return useChange({
    send: (body: BrandUpdate) =>
      call(updateBrandSettings, { params: { id: settings?.id ?? 'default' }, body }).catch(
        (error: unknown) => {
          // A failed save is also written to the console (docs/behavior.md#toasts-of-failure).
          reportError(error)
          throw error
        },
      ),
    onDone: useTakeSettings(),
    done: () => ({
      title: 'Settings Saved',
      description: 'Your brand settings have been updated successfully.',
    }),
    failed: ['Save Failed', 'Failed to save brand settings.'],
  })
}

export function useUploadLogo() {
  const takeSettings = useTakeSettings()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) => uploadLogo(file, signal),
    onSuccess: (answer) => {
      takeSettings(answer)
      toast({
        title: 'Logo Uploaded',
        description: 'Your custom logo has been uploaded successfully.',
        variant: 'success',
      })
    },
    onError: (error, { signal }) => {
      if (signal.aborted || !(error instanceof UploadFailure)) return
      showError('Upload Failed', error.message)(error.cause)
    },
  })
}

export function useSetLogoStatus({ id }: BrandSettings) {
  return useChange({
    send: (isActive: boolean) => call(setLogoStatus, { params: { id }, body: { isActive } }),
    onDone: useTakeSettings(),
    done: withMessage('Status Updated'),
    failed: ['Update Failed', 'Failed to update logo status'],
  })
}

export function useDeleteLogo({ id }: BrandSettings) {
  return useChange({
    send: () => call(deleteLogo, { params: { id } }),
    done: withMessage('Logo Deleted'),
    failed: ['Delete Failed', 'Failed to delete logo'],
    refreshes: ['/api/brand-settings'],
  })
}
