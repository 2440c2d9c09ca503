import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useBrandSettings } from './brand-queries.ts'
import { type LogoAppearanceValues, readLogoAppearance } from './logo-appearance-values.ts'

/** Shows the custom logo in the browser tab, or no icon at all; React moves the link to the document's head. */
export function Favicon() {
  const settings = useBrandSettings()
  if (!settings?.isActive || settings.logoUrl === null) return null
  return <link rel="icon" href={settings.logoUrl} />
}

/** Shows the custom logo on its tile while it is active, else the default icon; it is decoration beside the name. */
export function BrandLogo({ className }: { className?: string }) {
  const settings = useBrandSettings()
  if (!settings?.isActive || settings.logoUrl === null) return <DefaultLogo className={className} />
  return (
    <LogoTile
      url={settings.logoUrl}
      appearance={readLogoAppearance(settings)}
      className={className}
    />
  )
}

interface LogoTileProps {
  url: string
  appearance: LogoAppearanceValues
  className?: string | undefined
}

/** Shows a logo in its usual form; the default icon when its file cannot be loaded. */
export function LogoTile({ url, appearance, className }: LogoTileProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  if (url === brokenUrl) return <DefaultLogo className={className} />
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-control forced-color-adjust-none',
        className,
      )}
      style={{ background: appearance.background }}
    >
      <img
        src={url}
        alt=""
        className="size-full object-contain"
        style={{ transform: `scale(${appearance.zoom})` }}
        onError={() => setBrokenUrl(url)}
      />
    </span>
  )
}

export function DefaultLogo({ className }: { className?: string | undefined }) {
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-control bg-primary text-on-primary',
        className,
      )}
    >
      <ChartColumn className="size-3/5" />
    </span>
  )
}
