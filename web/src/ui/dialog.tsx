import type { DialogProps } from './dialog-panel.tsx'
import { onDemand, useOnDemand, useWasOpen } from './on-demand.ts'

const dialogPanel = onDemand(async () => (await import('./overlays.ts')).DialogPanel)

/** Shows a dialog. Escape and a click outside close it; the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const Panel = useOnDemand(dialogPanel, useWasOpen(props.open))
  return Panel && <Panel {...props} />
}
