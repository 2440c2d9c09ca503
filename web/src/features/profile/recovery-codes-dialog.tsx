import { productName } from '@dashboard/contract/limits'
import { Check, Copy, Download } from 'lucide-react'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'

interface RecoveryCodesDialogProps {
  open: boolean
  onClose: () => void
  codes: readonly string[]
}

/** Shows new recovery codes, this once. */
export function RecoveryCodesDialog({ open, onClose, codes }: RecoveryCodesDialogProps) {
  const { username } = useSessionUser()
  const { isCopied, copy, leaving } = useCopy('Codes copied')
  const text = `Recovery codes of ${username} for ${productName}\nEach works once.\n\n${codes.join('\n')}\n`
  const save = () => {
    const blob = new Blob([text], { type: 'text/plain' })
    saveFile(blob, 'recovery-codes.txt')
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title="Keep your recovery codes"
      description="Each lets you in once when your phone or passkey is not at hand. They are shown only now."
      footer={
        <Button variant="primary" onClick={onClose}>
          I Have Kept Them
        </Button>
      }
    >
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-mono text-base select-all">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy(codes.join('\n'))}
          {...leaving}
        >
          {isCopied ? 'Copied' : 'Copy codes'}
        </Button>
        <Button icon={<Download aria-hidden />} onClick={save}>
          Download
        </Button>
      </div>
    </Dialog>
  )
}
