export const dialogOverlayClass = 'fixed inset-0 z-40 bg-scrim animate-appear'
export const dialogPanelClass =
  'fixed z-40 flex max-h-[calc(100dvh-32px)] flex-col border bg-surface-raised shadow-float ' +
  'animate-rise rounded-card ' +
  'inset-x-4 bottom-4 mx-auto md:bottom-auto md:top-1/2 md:-translate-y-1/2'

export const closeButtonClass =
  '-my-2 -mr-2 inline-flex size-control shrink-0 items-center justify-center rounded-control ' +
  'text-muted hover:bg-hover hover:text-text'
