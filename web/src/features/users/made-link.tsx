import type { AccountLink } from '@dashboard/contract/account-links'
import { Check, Copy } from 'lucide-react'
import { formatInstant } from '../../format/time.ts'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { fullAddress } from './link-queries.ts'

interface MadeLinkDialogProps {
  open: boolean
  onClose: () => void
  message: string
  link: AccountLink
}

const titles = { invitation: 'Invitation', reset: 'Password Link' } as const

/** What became of a link: sent, or to be copied, now and never again. */
export function MadeLinkDialog({ open, onClose, message, link }: MadeLinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={titles[link.kind]}
      description={message}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {link.address !== null && <ShownAddress address={fullAddress(link.address)} />}
      <p className="mt-3 text-muted">
        It works once, until {formatInstant(link.expiresAt)}. A newer link or a new password makes
        it void.
      </p>
    </Dialog>
  )
}

function ShownAddress({ address }: { address: string }) {
  const { isCopied, copy, leaving } = useCopy('Link copied')
  return (
    <div className="flex flex-col items-start gap-3 rounded-control border bg-background px-3 py-2">
      <code className="text-sm break-all select-all">{address}</code>
      <Button
        icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy(address)}
        {...leaving}
      >
        {isCopied ? 'Copied' : 'Copy Link'}
      </Button>
      <p className="text-xs text-muted">
        Shown only now: copy it and hand it over before you close this. Whoever has it can set the
        password.
      </p>
    </div>
  )
}
