import type { BrandSettings } from '@dashboard/contract/brand'
import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { logoMimeTypes } from '@dashboard/contract/limits'
import { ImageUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { formatKilobytes } from '../../format/size.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { useDeleteLogo, useSetLogoStatus } from './brand-changes.ts'
import type { BrandFieldsProps } from './brand-draft.ts'
import { DefaultLogo, LogoTile } from './brand-logo.tsx'
import { LogoAppearance } from './logo-appearance.tsx'
import { type LogoAppearanceValues, readLogoAppearance } from './logo-appearance-values.ts'
import { LogoPick } from './logo-pick.tsx'
import { logoProblem } from './logo-upload.ts'

interface LogoCardProps extends BrandFieldsProps {
  settings: BrandSettings | null
  palette: BrandPalette
  onDeleted: () => void
}

/**
 * Shows the logo's state: none, chosen, uploaded and shown, or uploaded and not shown.
 */
export function LogoCard({ settings, palette, onDeleted, ...fields }: LogoCardProps) {
  const [picked, setPicked] = useState<File>()
  const appearance = readLogoAppearance(fields.form)
  const logo = hasLogo(settings) ? settings : undefined
  return (
    <Card
      title="Logo Management"
      description="Shown in the sidebar, on the login page, in the browser tab and on reports."
    >
      {picked ? (
        <LogoPick file={picked} appearance={appearance} onDone={() => setPicked(undefined)} />
      ) : (
        <LogoDrop onPick={setPicked}>
          {(openPicker) =>
            logo ? (
              <CurrentLogo
                settings={logo}
                appearance={appearance}
                onReplace={openPicker}
                onDeleted={onDeleted}
              />
            ) : (
              <NoLogo onChoose={openPicker} />
            )
          }
        </LogoDrop>
      )}
      {logo?.isActive && <LogoAppearance {...fields} primary={palette.primaryActions} />}
      {!logo && <LogoGuidelines />}
    </Card>
  )
}

function hasLogo(settings: BrandSettings | null): settings is BrandSettings & { logoUrl: string } {
  return settings !== null && settings.logoUrl !== null
}

function NoLogo({ onChoose }: { onChoose: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <DefaultLogo className="size-24" />
      <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-2">
        <StateBadge state="neutral">Default Logo</StateBadge>
        <p>Drop a logo here, or choose one from this device.</p>
        <Button icon={<ImageUp />} onClick={onChoose}>
          Choose a file
        </Button>
      </div>
    </div>
  )
}

const guidelines = [
  'PNG, JPG or SVG, under 2 MB.',
  'A square picture fills its place best; 256 pixels or more stay sharp.',
  'A transparent background lets the color behind it show through.',
  'It is also shown as small as a letter: simple shapes stay recognizable.',
]

function LogoGuidelines() {
  return (
    <div>
      <h3 className="font-medium">Logo Guidelines</h3>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {guidelines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

interface CurrentLogoProps {
  settings: BrandSettings & { logoUrl: string }
  /** The appearance with the unsaved size and background. */
  appearance: LogoAppearanceValues
  onReplace: () => void
  onDeleted: () => void
}

function CurrentLogo({ settings, appearance, onReplace, onDeleted }: CurrentLogoProps) {
  const { isActive, logoUrl, logoFileName, logoFileSize } = settings
  const setStatus = useSetLogoStatus(settings)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <LogoTile url={logoUrl} appearance={appearance} className="size-24" />
        <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-1">
          <StateBadge state={isActive ? 'success' : 'neutral'}>
            {isActive ? 'Custom Logo Active' : 'Default Logo'}
          </StateBadge>
          <p className="font-medium">{logoFileName}</p>
          <p className="text-muted">
            {logoFileSize !== null && formatKilobytes(logoFileSize)}
            {!isActive && ' · kept, but not shown'}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button loading={setStatus.isPending} onClick={() => setStatus.mutate(!isActive)}>
          {isActive ? 'Disable' : 'Enable'}
        </Button>
        <Button onClick={onReplace}>Replace</Button>
        <DeleteLogo settings={settings} onDeleted={onDeleted} />
      </div>
    </div>
  )
}

function DeleteLogo({ settings, onDeleted }: Pick<CurrentLogoProps, 'settings' | 'onDeleted'>) {
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  const remove = useDeleteLogo(settings)
  return (
    <>
      <Button variant="quiet-danger" className="ml-auto" onClick={() => setIsAsked(true)}>
        Delete
      </Button>
      {isAsked && (
        <ConfirmDialog
          onClose={close}
          title="Delete logo?"
          body="Are you sure you want to delete this logo? This action cannot be undone."
          confirmLabel="Delete logo"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted, onSettled: close })}
        />
      )}
    </>
  )
}

const accept = Object.fromEntries(logoMimeTypes.map((type) => [type, []]))

interface LogoDropProps {
  onPick: (file: File) => void
  /** Returns the content of the zone; gets the function that opens the file picker. */
  children: (openPicker: () => void) => ReactNode
}

/** Shows a zone to drop a logo on, or to choose one with the file picker; refuses files that cannot be one. */
function LogoDrop({ onPick, children }: LogoDropProps) {
  const toast = useToast()
  const take = (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    const problem = files.length > 1 ? 'Drop one file at a time.' : logoProblem(file)
    if (problem === undefined) return onPick(file)
    toast({ title: 'Invalid File', description: problem, variant: 'destructive' })
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    // This only filters the picker; the chosen file is checked here.
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
