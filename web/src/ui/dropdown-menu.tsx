import { cloneElement, type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { DropdownMenuProps } from './dropdown-menu-panel.tsx'
import { onDemand, useOnDemand } from './on-demand.ts'

const menuPanel = onDemand(async () => (await import('./overlays.ts')).DropdownMenuPanel)

/**
 * Shows a button with a menu. Until it is used for the first time only the button exists, since a list may have
 * hundreds.
 */
export function DropdownMenu(props: DropdownMenuProps) {
  const [isOpenedByKeys, open] = useState<boolean>()
  const Panel = useOnDemand(menuPanel, isOpenedByKeys !== undefined)
  if (Panel) return <Panel {...props} isOpenedByKeys={isOpenedByKeys} />
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A click by Enter or Space has the detail 0.
    onClick: ({ detail }: MouseEvent) => open(detail === 0),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open(true)
    },
  })
}
