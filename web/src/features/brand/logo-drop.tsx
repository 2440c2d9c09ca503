import { logoMaxBytes, logoMimeTypes } from '@dashboard/contract/limits'
import { ImageUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useToast } from '../../ui/toaster.tsx'
import { logoProblem } from './logo-upload.ts'

const accept = Object.fromEntries(logoMimeTypes.map((type) => [type, []]))

interface LogoDropProps {
  onPick: (file: File) => void
  /** Stands in the zone instead of the invitation; gets the function that opens the file picker. */
  children?: (openPicker: () => void) => ReactNode
}

/** A zone to drop a logo on, or to choose one by the file picker; refuses what cannot be one. */
export function LogoDrop({ onPick, children }: LogoDropProps) {
  const toast = useToast()
  const take = (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    const problem = files.length > 1 ? 'Drop one file at a time.' : logoProblem(file)
    if (problem === undefined) return onPick(file)
    toast({ title: 'Invalid File', description: problem, variant: 'destructive' })
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    // Only tells the picker what to offer: what comes is judged here, in the specification's words.
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => take([...accepted, ...rejected.map(({ file }) => file)]),
  })
  return (
    <div
      {...getRootProps()}
      className={classNames(
        'rounded-card border border-dashed bg-background p-5 transition-colors duration-150',
        isDragActive ? 'border-primary bg-primary-soft' : 'border-border-strong',
      )}
    >
      <input {...getInputProps({ 'aria-label': 'Logo file' })} />
      {children ? (
        children(open)
      ) : (
        <div className="flex flex-col items-center gap-2 text-center">
          <ImageUp aria-hidden className="size-8 text-muted" />
          <p className="font-medium">{isDragActive ? 'Drop it here' : 'Drop a logo here'}</p>
          <p className="text-muted">PNG, JPG or SVG, under {logoMaxBytes / 1024 / 1024} MB</p>
          <Button className="mt-1" onClick={open}>
            Choose a file
          </Button>
        </div>
      )}
    </div>
  )
}
