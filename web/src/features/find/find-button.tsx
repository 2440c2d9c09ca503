import { Search } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { FindDialog } from './find-dialog.tsx'
import { hasSingleKeys, type Shortcut, shortcutOf } from './find-keys.ts'
import { HelpDialog } from './help-dialog.tsx'

/** Shows the find button in the header of every page, for users without a keyboard. */
export function FindButton() {
  const [shown, setShown] = useState<Shortcut>()
  /** The title of the help that was found; without one, the help is about the screen. */
  const [topic, setTopic] = useState<string>()
  // Added in a layout effect, since a key may be pressed before later effects run.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event)
      if (shortcut === undefined || (shortcut === 'help' && !hasSingleKeys())) return
      event.preventDefault()
      if (document.querySelector(openDialogs) !== null) return
      setShown(shortcut)
      setTopic(undefined)
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
        icon={<Search />}
        onClick={() => setShown('find')}
      />
      <FindDialog
        open={shown === 'find'}
        onClose={() => setShown(undefined)}
        onShowHelp={(found) => {
          setShown('help')
          setTopic(found)
        }}
      />
      <HelpDialog open={shown === 'help'} topic={topic} onClose={() => setShown(undefined)} />
    </>
  )
}

/** The find box does not open above another dialog, which may hold something unsaved. */
const openDialogs = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]'
