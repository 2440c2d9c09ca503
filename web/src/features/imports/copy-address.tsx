import { Check, Link2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'

/** Anybody who is signed in can open the page by its address. */
export function CopyAddress() {
  const { isCopied, copy, leaving } = useCopy('Copied')
  const Icon = isCopied ? Check : Link2
  return (
    <Button
      icon={<Icon aria-hidden />}
      onClick={() => void copy(window.location.origin + window.location.pathname)}
      {...leaving}
    >
      {isCopied ? 'Copied' : 'Copy link'}
    </Button>
  )
}
