import { defaultColors } from '@dashboard/contract/limits'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { readBrandColor } from '../../ui/color-roles.ts'
import { useBrandSettings } from './brand-queries.ts'

/** The custom logo on its tile while it is active, else the default icon; decoration beside the name. */
export function BrandLogo({ className }: { className?: string }) {
  const settings = useBrandSettings()
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const logoUrl = settings?.isActive ? settings.logoUrl : null
  if (!settings || logoUrl === null || logoUrl === brokenUrl) {
    return (
      <span
        className={classNames(
          'flex shrink-0 items-center justify-center rounded-control bg-primary text-on-primary',
          className,
        )}
      >
        <ChartColumn aria-hidden className="size-3/5" />
      </span>
    )
  }
  const { logoBackgroundTransparent, logoBackgroundColor, logoZoom } = settings
  const background = readBrandColor(
    'primaryActions',
    logoBackgroundColor ?? defaultColors.primaryActions,
  )
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-control',
        className,
      )}
      style={{ background: logoBackgroundTransparent ? 'transparent' : background }}
    >
      <img
        src={logoUrl}
        alt=""
        className="size-full object-contain"
        style={{ transform: `scale(${logoZoom})` }}
        onError={() => setBrokenUrl(logoUrl)}
      />
    </span>
  )
}
