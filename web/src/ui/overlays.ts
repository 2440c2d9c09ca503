/**
 * All parts that open over a page, in one file: loaded on demand, or once the page has been open for a while
 * (on-demand.ts).
 */
export { ConfirmDialogPanel } from './confirm-dialog-panel.tsx'
export { DialogPanel } from './dialog-panel.tsx'
export { DropdownMenuPanel } from './dropdown-menu-panel.tsx'
export { ToastArea } from './toast-card.tsx'
