import type { BrandSettings } from '@dashboard/contract/brand'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import type { BrandPalette } from '../../ui/color-roles.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { BrandFieldsProps } from './color-card.tsx'
import { CurrentLogo } from './current-logo.tsx'
import { LogoAppearance } from './logo-appearance.tsx'
import { LogoDrop } from './logo-drop.tsx'
import { logoLook } from './logo-look.ts'
import { LogoPick } from './logo-pick.tsx'

interface LogoCardProps extends BrandFieldsProps {
  settings: BrandSettings | null
  palette: BrandPalette
  onDeleted: () => void
}

/** Absent, chosen, uploaded and shown, or uploaded and not shown (spec §4). */
export function LogoCard({ settings, palette, onDeleted, ...fields }: LogoCardProps) {
  const [picked, setPicked] = useState<File>()
  const look = logoLook(fields.form)
  const logo = hasLogo(settings) ? settings : undefined
  return (
    <Card
      title="Logo Management"
      description="Stands in the sidebar, on the login page, in the browser tab and on reports."
      actions={!logo && <StateBadge state="neutral">Default Logo</StateBadge>}
    >
      {picked ? (
        <LogoPick file={picked} look={look} onDone={() => setPicked(undefined)} />
      ) : logo ? (
        <LogoDrop onPick={setPicked}>
          {(openPicker) => (
            <CurrentLogo settings={logo} look={look} onReplace={openPicker} onDeleted={onDeleted} />
          )}
        </LogoDrop>
      ) : (
        <LogoDrop onPick={setPicked} />
      )}
      {logo?.isActive && <LogoAppearance {...fields} primary={palette.primaryActions} />}
      {!logo && <LogoGuidelines />}
    </Card>
  )
}

function hasLogo(settings: BrandSettings | null): settings is BrandSettings & { logoUrl: string } {
  return settings !== null && settings.logoUrl !== null
}

const guidelines = [
  'PNG, JPG or SVG, under 2 MB.',
  'A square picture fills its place best; 256 pixels or more stay sharp.',
  'A transparent background lets the colour behind it show through.',
  'It is also shown as small as a letter: simple shapes stay recognisable.',
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
