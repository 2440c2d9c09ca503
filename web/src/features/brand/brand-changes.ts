import {
  type BrandSettings,
  deleteLogo,
  setLogoStatus,
  updateBrandSettings,
} from '@dashboard/contract/brand'
import type { BrandUpdate } from '@dashboard/contract/brand-inputs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { useToast } from '../../ui/toaster.tsx'
import { brandQuery } from './brand-queries.ts'
import { UploadFailure, uploadLogo } from './logo-upload.ts'

const refreshes = ['/api/brand-settings'] as const

export function useSaveBrand(settings: BrandSettings | null) {
  return useChange({
    send: (body: BrandUpdate) =>
      call(updateBrandSettings, { params: { id: settings?.id ?? 'default' }, body }).catch(
        (error: unknown) => {
          // A failed save is also written to the console.
          reportError(error)
          throw error
        },
      ),
    done: () => ({
      title: 'Settings Saved',
      description: 'Your brand settings have been updated successfully.',
    }),
    failed: ['Save Failed', 'Failed to save brand settings.'],
    refreshes,
  })
}

/** Uploads a logo; leaving the page ends the upload. */
export function useUploadLogo() {
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  return useSingleMutation({
    mutationFn: (file: File) => {
      sending.current = new AbortController()
      return uploadLogo(file, sending.current.signal)
    },
    onSuccess: () => {
      toast({
        title: 'Logo Uploaded',
        description: 'Your custom logo has been uploaded successfully.',
        variant: 'success',
      })
      return queryClient.invalidateQueries({ queryKey: brandQuery.queryKey })
    },
    onError: (error) => {
      if (sending.current?.signal.aborted || !(error instanceof UploadFailure)) return
      showError('Upload Failed', error.message)(error.cause)
    },
  })
}

export function useSetLogoStatus({ id }: BrandSettings) {
  return useChange({
    send: (isActive: boolean) => call(setLogoStatus, { params: { id }, body: { isActive } }),
    done: withMessage('Status Updated'),
    failed: ['Update Failed', 'Failed to update logo status'],
    refreshes,
  })
}

export function useDeleteLogo({ id }: BrandSettings) {
  return useChange({
    send: () => call(deleteLogo, { params: { id } }),
    done: withMessage('Logo Deleted'),
    failed: ['Delete Failed', 'Failed to delete logo'],
    refreshes,
  })
}
