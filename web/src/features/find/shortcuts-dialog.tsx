import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { commandKey } from './command-key.ts'
import { hasSingleKeys, setSingleKeys } from './single-keys.ts'

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[commandKey, 'K'], 'Find people, places, reports, pages and actions'],
  [[commandKey, 'B'], 'Open or close the sidebar'],
  [['?'], 'Show these shortcuts'],
  [['↑', '↓'], 'Go through a list'],
  [['Page Up', 'Page Down'], 'Go through a list in larger steps'],
  [['Home', 'End'], 'First and last row of a list'],
  [['F8'], 'Go to the message at the edge of the window'],
  [['Esc'], 'Close what is open'],
]

interface ShortcutsDialogProps {
  open: boolean
  onClose: () => void
}

export function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="small">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
        {shortcuts.map(([keys, does]) => (
          <div key={does} className="contents">
            <dt className="flex flex-wrap gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-control border bg-card px-1.5 py-0.5 text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <SingleKeys />
    </Dialog>
  )
}

function SingleKeys() {
  const [isOn, setIsOn] = useState(hasSingleKeys)
  return (
    <Checkbox
      label="? opens this list"
      checked={isOn}
      onChange={(checked) => {
        setSingleKeys(checked)
        setIsOn(checked)
      }}
      className="mt-4"
    />
  )
}
