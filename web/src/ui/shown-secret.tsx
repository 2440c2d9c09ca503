import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface ShownSecretProps {
  text: string
  copyLabel: string
  doneText: string
  /** Says that it is shown only now, and what its owner can do. */
  children: ReactNode
}

export function ShownSecret({ text, copyLabel, doneText, children }: ShownSecretProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-control border bg-background px-3 py-2">
      <code className="text-sm break-all select-all">{text}</code>
      <CopyButton text={text} label={copyLabel} doneText={doneText} />
      <p className="text-xs text-muted">{children}</p>
    </div>
  )
}
