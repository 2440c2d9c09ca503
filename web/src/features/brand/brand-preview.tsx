import type { BrandPalette } from '@dashboard/contract/brand-palette'
import type { CSSProperties } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { BrandLogo } from './brand-logo.tsx'
import { type ColorRoles, darkRoles, lightRoles } from './color-roles.ts'

/** Shows the colors side by side as users in light and in dark mode see them, whatever this screen's mode is. */
export function BrandPreview({ palette }: { palette: BrandPalette }) {
  return (
    <Card title="Light and dark" description="Each person chooses one in the user menu.">
      <div className="grid gap-3 sm:grid-cols-2">
        <Ground name="Light" roles={lightRoles(palette)} />
        <Ground name="Dark" roles={darkRoles(palette)} />
      </div>
    </Card>
  )
}

/** Shows a small page; assistive tools get only its name. */
function Ground({ name, roles }: { name: string; roles: ColorRoles }) {
  return (
    <figure
      style={roles as CSSProperties}
      className="overflow-hidden rounded-control border bg-background text-text"
    >
      <div aria-hidden className="pointer-events-none flex flex-col gap-3 p-3">
        <div className="flex items-center gap-2.5">
          <BrandLogo className="size-9" />
          <span className="min-w-0">
            <span className="block font-semibold">Heading</span>
            <span className="block text-xs text-muted">Muted text</span>
          </span>
        </div>
        <div className="flex flex-col gap-2.5 rounded-control border bg-card p-3">
          <span className="flex justify-between gap-2">
            <span className="font-medium text-primary-text">Link</span>
            <span className="text-muted">Muted text</span>
          </span>
          <span className="h-1.5 rounded-full bg-border">
            <span className="block h-full w-2/3 rounded-full bg-accent-mark" />
          </span>
          <span className="chosen-row rounded-r-control bg-primary-soft px-3 py-1.5">Chosen</span>
        </div>
        <div className="flex flex-wrap gap-2">
          <span className={buttonClass('primary')}>Primary</span>
          <span className={buttonClass('secondary')}>Secondary</span>
        </div>
      </div>
      <figcaption className="border-t px-3 py-1.5 text-xs text-muted">{name}</figcaption>
    </figure>
  )
}
