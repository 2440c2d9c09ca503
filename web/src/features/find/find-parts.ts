/** What the shortcuts of every page open, as one file: on demand (ui/on-demand.ts). */
export { FindDialog } from './find-dialog.tsx'
export { ShortcutsDialog } from './shortcuts-dialog.tsx'
