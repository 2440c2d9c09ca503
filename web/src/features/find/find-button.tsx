import { Search } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { onDemand, useOnDemand, useWasOpen } from '../../ui/on-demand.ts'
import { type Shortcut, shortcutOf } from './find-keys.ts'
import { hasSingleKeys } from './single-keys.ts'

const findDialog = onDemand(async () => (await import('./find-parts.ts')).FindDialog)
const shortcutsDialog = onDemand(async () => (await import('./find-parts.ts')).ShortcutsDialog)

/** In the header of every page, for those without a keyboard; what it opens is loaded apart. */
export function FindButton() {
  const [shown, setShown] = useState<Shortcut>()
  const Find = useOnDemand(findDialog, useWasOpen(shown === 'find'))
  const Shortcuts = useOnDemand(shortcutsDialog, useWasOpen(shown === 'shortcuts'))
  // With the drawing, since a key may be pressed before effects run after it.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event)
      if (shortcut === undefined || (shortcut === 'shortcuts' && !hasSingleKeys())) return
      event.preventDefault()
      if (document.querySelector(openDialogs) === null) setShown(shortcut)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <IconButton
        label="Find"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        icon={<Search aria-hidden />}
        onClick={() => setShown('find')}
      />
      {Find && (
        <Find
          open={shown === 'find'}
          onClose={() => setShown(undefined)}
          onShowShortcuts={() => setShown('shortcuts')}
        />
      )}
      {Shortcuts && <Shortcuts open={shown === 'shortcuts'} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** Nothing opens above another dialog, which may hold something unsaved. */
const openDialogs = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]'
