import type { ConfirmDialogProps } from './confirm-dialog-panel.tsx'
import { onDemand, useOnDemand, useWasOpen } from './on-demand.ts'

const confirmDialogPanel = onDemand(async () => (await import('./overlays.ts')).ConfirmDialogPanel)

/** Asks the user to confirm an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const Panel = useOnDemand(confirmDialogPanel, useWasOpen(props.open))
  return Panel && <Panel {...props} />
}
