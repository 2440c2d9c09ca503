import { useEffect, useState } from 'react'
import { formatKilobytes } from '../../format/size.ts'
import { Button } from '../../ui/button.tsx'
import { useUploadLogo } from './brand-changes.ts'
import { LogoTile } from './brand-logo.tsx'
import type { LogoAppearanceValues } from './logo-appearance-values.ts'

interface LogoPickProps {
  file: File
  appearance: LogoAppearanceValues
  /** Called when the file was uploaded or discarded. */
  onDone: () => void
}

export function LogoPick({ file, appearance, onDone }: LogoPickProps) {
  const url = useObjectUrl(file)
  const upload = useUploadLogo()
  return (
    <div className="flex flex-wrap items-center gap-4 border-y py-4">
      {url !== undefined && <LogoTile url={url} appearance={appearance} className="size-24" />}
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-xs text-muted">Preview</p>
        <p className="font-medium">{file.name}</p>
        <p className="text-muted">{formatKilobytes(file.size)}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button
          loading={upload.isPending}
          onClick={() => upload.mutate(file, { onSuccess: onDone })}
        >
          {upload.isPending ? 'Uploading...' : 'Upload'}
        </Button>
      </div>
    </div>
  )
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const next = URL.createObjectURL(file)
    setUrl(next)
    return () => URL.revokeObjectURL(next)
  }, [file])
  return url
}
