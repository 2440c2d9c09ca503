import { onDemand, useOnDemand, useWasOpen } from '../ui/on-demand.ts'
import type { SidebarSheetProps } from './sidebar-sheet-panel.tsx'

const sheetPanel = onDemand(
  async () => (await import('./sidebar-sheet-panel.tsx')).SidebarSheetPanel,
)

/** Over the page, on narrow windows: a sheet of 18 rem. */
export function SidebarSheet(props: SidebarSheetProps) {
  const Panel = useOnDemand(sheetPanel, useWasOpen(props.open))
  return Panel && <Panel {...props} />
}
