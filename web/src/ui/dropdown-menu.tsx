import { cloneElement, type KeyboardEvent, useState } from 'react'
import type { DropdownMenuProps } from './dropdown-menu-panel.tsx'
import { onDemand, useOnDemand } from './on-demand.ts'

const menuPanel = onDemand(async () => (await import('./overlays.ts')).DropdownMenuPanel)

/**
 * A button with a menu. Until it is used for the first time it is the button alone, of which a list may have
 * hundreds.
 */
export function DropdownMenu(props: DropdownMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const Panel = useOnDemand(menuPanel, isUsed)
  if (Panel) return <Panel {...props} />
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setIsUsed(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setIsUsed(true)
    },
  })
}
