import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { useCopy } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

interface CopyButtonProps {
  text: string
  label: string
  /** Announced once the text is copied: 'Link copied'. */
  doneText: string
}

/** A button that copies a text, and says so until it is left. */
export function CopyButton({ text, label, doneText }: CopyButtonProps) {
  const { isCopied, copy, leaving } = useCopy(doneText)
  return (
    <Button icon={isCopied ? <Check /> : <Copy />} onClick={() => void copy(text)} {...leaving}>
      {isCopied ? 'Copied' : label}
    </Button>
  )
}

interface CopyIconButtonProps extends CopyButtonProps {
  disabled?: boolean
}

/** The same as an icon. */
export function CopyIconButton({ text, label, doneText, disabled }: CopyIconButtonProps) {
  const { isCopied, copy, leaving } = useCopy(doneText)
  return (
    <IconButton
      label={isCopied ? 'Copied' : label}
      icon={isCopied ? <Check /> : <Copy />}
      disabled={disabled}
      onClick={() => void copy(text)}
      {...leaving}
    />
  )
}
