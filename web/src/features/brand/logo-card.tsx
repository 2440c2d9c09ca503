import type { BrandSettings } from '@dashboard/contract/brand'
import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { BrandFieldsProps } from './brand-draft.ts'
import { DefaultLogo } from './brand-logo.tsx'
import { CurrentLogo } from './current-logo.tsx'
import { LogoAppearance } from './logo-appearance.tsx'
import { readLogoAppearance } from './logo-appearance-values.ts'
import { LogoDrop } from './logo-drop.tsx'
import { LogoPick } from './logo-pick.tsx'

interface LogoCardProps extends BrandFieldsProps {
  settings: BrandSettings | null
  palette: BrandPalette
  onDeleted: () => void
}

/**
 * Absent, chosen, uploaded and shown, or uploaded and not shown (docs/behavior.md#brand-settings).
 */
export function LogoCard({ settings, palette, onDeleted, ...fields }: LogoCardProps) {
  const [picked, setPicked] = useState<File>()
  const appearance = readLogoAppearance(fields.form)
  const logo = hasLogo(settings) ? settings : undefined
  return (
    <Card
      title="Logo Management"
      description="Stands in the sidebar, on the login page, in the browser tab and on reports."
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
        <Button icon={<ImageUp aria-hidden />} onClick={onChoose}>
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
