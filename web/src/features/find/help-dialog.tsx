import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type Closable, Dialog } from '../../ui/dialog.tsx'
import { hasSingleKeys, setSingleKeys } from './find-keys.ts'
import { type HelpTopic, helpFor, helpTopics } from './help.ts'

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** The name of the modifier key for shortcuts on this keyboard. */
const commandKey = isApple ? '⌘' : 'Ctrl'

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [[commandKey, 'K'], 'Find people, places, reports, pages, actions and help'],
  [[commandKey, 'B'], 'Open or close the sidebar'],
  [['?'], 'Show this help'],
  [['↑', '↓'], 'Go through a list'],
  [['Page Up', 'Page Down'], 'Go through a list in larger steps'],
  [['Home', 'End'], 'First and last row of a list'],
  [['F8'], 'Go to the message at the edge of the window'],
  [['Esc'], 'Close what is open'],
]

interface HelpDialogProps extends Closable {
  open: boolean
  /** The title of a help topic; by default that of the screen. */
  topic: string | undefined
}

/** Shows a short help text for the screen, and the shortcuts. */
export function HelpDialog({ open, topic, onClose }: HelpDialogProps) {
  const [location] = useLocation()
  const help =
    topic === undefined ? helpFor(location) : helpTopics.find(({ title }) => title === topic)
  if (!open) return null
  return (
    <Dialog
      onClose={onClose}
      title={help ? `Help: ${help.title}` : 'Help'}
      description={help?.purpose}
      size="large"
    >
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        {help && <Answers help={help} />}
        <Shortcuts />
      </div>
    </Dialog>
  )
}

function Answers({ help: { questions } }: { help: HelpTopic }) {
  return (
    <dl className="flex flex-col gap-4">
      {questions.map(({ question, answer }) => (
        <div key={question}>
          <dt className="font-medium">{question}</dt>
          <dd className="mt-1">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}

function Shortcuts() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="mb-3 font-medium">
        Keyboard shortcuts
      </h3>
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
    </section>
  )
}

function SingleKeys() {
  const [isOn, setIsOn] = useState(hasSingleKeys)
  return (
    <Checkbox
      label="? opens this help"
      checked={isOn}
      onChange={(checked) => {
        setSingleKeys(checked)
        setIsOn(checked)
      }}
      className="mt-4"
    />
  )
}
