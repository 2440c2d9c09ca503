import { logoMimeTypes } from '@dashboard/contract/limits'
import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { classNames } from '../../ui/class-names.ts'
import { useToast } from '../../ui/toaster.tsx'
import { logoProblem } from './logo-upload.ts'

const accept = Object.fromEntries(logoMimeTypes.map((type) => [type, []]))

interface LogoDropProps {
  onPick: (file: File) => void
  /** What stands in the zone; gets the function that opens the file picker. */
  children: (openPicker: () => void) => ReactNode
}

/** A zone to drop a logo on, or to choose one by the file picker; refuses what cannot be one. */
export function LogoDrop({ onPick, children }: LogoDropProps) {
  const toast = useToast()
  const take = async (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    const problem = files.length > 1 ? 'Drop one file at a time.' : await logoProblem(file)
    if (problem === undefined) return onPick(file)
    toast({ title: 'Invalid File', description: problem, variant: 'destructive' })
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    // Only tells the picker what to offer; what comes is checked here
    // (docs/behavior.md#validation).
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDrop: (accepted, rejected) => void take([...accepted, ...rejected.map(({ file }) => file)]),
  })
  return (
    <div
      {...getRootProps()}
      className={classNames(
        'rounded-card border border-dashed p-4 transition-colors duration-150',
        isDragActive
          ? 'border-primary bg-primary-soft text-on-primary-soft'
          : 'border-border-strong bg-background',
      )}
    >
      <input {...getInputProps({ 'aria-label': 'Logo file' })} />
      {children(open)}
    </div>
  )
}
