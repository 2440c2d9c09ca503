import { countOf } from '@dashboard/contract/counts'
import { renewRecoveryCodes } from '@dashboard/contract/factors'
import { recoveryCodeCount } from '@dashboard/contract/limits'
import { productName } from '@dashboard/contract/product-name'
import { Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { type Closable, Dialog } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { FactorSection, type SectionProps } from './factor-parts.tsx'
import { useFactorChange } from './factors-queries.ts'

interface RecoverySectionProps extends Pick<SectionProps, 'factors' | 'ask'>, Closable {
  /** New codes, which are shown until they are closed. */
  codes: readonly string[] | undefined
  onRenewed: (codes: string[]) => void
}

/** Shows the codes for a user who does not have the phone or the passkey at hand. */
export function RecoverySection(props: RecoverySectionProps) {
  const { factors, ask, codes, onRenewed, onClose } = props
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  const renew = useFactorChange(ask, {
    send: () => call(renewRecoveryCodes),
    onDone: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  })
  const { totp, passkeys, recoveryCodes: left } = factors
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <>
      {hasFactor && (
        <FactorSection
          title="Recovery codes"
          description={
            left === 0
              ? 'None is left. Make new ones, for when your phone or passkey is not at hand.'
              : `${left} of ${recoveryCodeCount} left. Each works once in place of your phone or passkey.`
          }
          action={
            <Button
              icon={<RefreshCw />}
              loading={renew.isPending}
              onClick={() => (left === 0 ? renew.mutate(undefined) : setIsAsked(true))}
            >
              Make New Codes
            </Button>
          }
        />
      )}
      {isAsked && (
        <ConfirmDialog
          onClose={close}
          title="Make new recovery codes?"
          body={`The ${countOf(left, 'code')} you have left will no longer work.`}
          confirmLabel="Make new codes"
          busy={renew.isPending}
          onConfirm={() => renew.mutate(undefined, { onSettled: close })}
        />
      )}
      {codes && <RecoveryCodesDialog onClose={onClose} codes={codes} />}
    </>
  )
}

interface RecoveryCodesDialogProps extends Closable {
  codes: readonly string[]
}

function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { username } = useSessionUser()
  const text = `Recovery codes of ${username} for ${productName}\nEach works once.\n\n${codes.join('\n')}\n`
  const save = () => {
    const blob = new Blob([text], { type: 'text/plain' })
    saveFile(blob, 'recovery-codes.txt')
  }
  return (
    <Dialog
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
        <CopyButton text={codes.join('\n')} label="Copy codes" doneText="Codes copied" />
        <Button icon={<Download />} onClick={save}>
          Download
        </Button>
      </div>
    </Dialog>
  )
}
