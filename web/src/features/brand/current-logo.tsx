import type { BrandSettings } from '@dashboard/contract/brand'
import { useState } from 'react'
import { formatKilobytes } from '../../format/size.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useDeleteLogo, useSetLogoStatus } from './brand-changes.ts'
import { LogoTile } from './brand-logo.tsx'
import type { LogoAppearanceValues } from './logo-appearance-values.ts'

interface CurrentLogoProps {
  settings: BrandSettings & { logoUrl: string }
  /** With the unsaved size and background. */
  appearance: LogoAppearanceValues
  onReplace: () => void
  onDeleted: () => void
}

/** The uploaded logo, shown or not, and what can be done with it. */
export function CurrentLogo({ settings, appearance, onReplace, onDeleted }: CurrentLogoProps) {
  const { isActive, logoUrl, logoFileName, logoFileSize } = settings
  const setStatus = useSetLogoStatus(settings)
  const toggleLabel = isActive ? 'Disable' : 'Enable'
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <LogoTile url={logoUrl} appearance={appearance} className="size-24" />
        <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-1">
          {isActive ? (
            <StateBadge state="success">Custom Logo Active</StateBadge>
          ) : (
            <StateBadge state="neutral">Default Logo</StateBadge>
          )}
          <p className="font-medium">{logoFileName}</p>
          <p className="text-muted">
            {logoFileSize !== null && formatKilobytes(logoFileSize)}
            {!isActive && ' · kept, but not shown'}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button loading={setStatus.isPending} onClick={() => setStatus.mutate(!isActive)}>
          {toggleLabel}
        </Button>
        <Button onClick={onReplace}>Replace</Button>
        <DeleteLogo settings={settings} onDeleted={onDeleted} />
      </div>
    </div>
  )
}

function DeleteLogo({ settings, onDeleted }: Pick<CurrentLogoProps, 'settings' | 'onDeleted'>) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  const remove = useDeleteLogo(settings)
  return (
    <>
      <Button variant="quiet-danger" className="ml-auto" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title="Delete logo?"
        body="Are you sure you want to delete this logo? This action cannot be undone."
        confirmLabel="Delete logo"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: onDeleted,
            onSettled: close,
          })
        }
      />
    </>
  )
}
