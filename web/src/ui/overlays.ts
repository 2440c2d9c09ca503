/** What opens over a page, as one file: on demand, or once the page has stood for a while (on-demand.ts). */
export { ConfirmDialogPanel } from './confirm-dialog-panel.tsx'
export { DialogPanel } from './dialog-panel.tsx'
export { DropdownMenuPanel } from './dropdown-menu-panel.tsx'
export { ToastArea } from './toast-card.tsx'
export { TooltipLayer } from './tooltip-layer.tsx'
