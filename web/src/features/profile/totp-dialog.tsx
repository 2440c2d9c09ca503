import { Check, Copy } from 'lucide-react'
import { useId } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { SectionProps } from './factor-parts.tsx'
import { type TotpSetup, useFinishTotp } from './factors-queries.ts'
import { useOneField } from './one-field.ts'
import { QrCode } from './qr-code.tsx'

interface TotpDialogProps extends Pick<SectionProps, 'ask' | 'onAdded'> {
  open: boolean
  onClose: () => void
  setup: TotpSetup
}

/** Shows the key to the app, and takes the first code of it. */
export function TotpDialog({ open, onClose, setup, ask, onAdded }: TotpDialogProps) {
  const id = useId()
  const finish = useFinishTotp(ask, (added) => {
    onClose()
    onAdded(added)
  })
  const { isMissing, submit } = useOneField('code', (code) =>
    finish.mutate({ ticket: setup.ticket, code: code.trim() }),
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title="Set up an authenticator app"
      description="Scan this with the app, such as Google Authenticator, Microsoft Authenticator or 2FAS."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={finish.isPending}>
            {finish.isPending ? 'Adding...' : 'Add App'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {finish.isError && <Alert>{errorMessage(finish.error, 'Failed to add the app.')}</Alert>}
        <div className="flex justify-center">
          <QrCode text={setup.address} label="QR code for the authenticator app" />
        </div>
        <TypedKey secret={setup.secret} />
        <Field
          label="Code"
          error={isMissing ? 'Code is required' : undefined}
          hint="The six digits that the app shows then."
        >
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" spellCheck={false} />
        </Field>
      </form>
    </Dialog>
  )
}

/** For who cannot scan, such as on the phone itself. */
function TypedKey({ secret }: { secret: string }) {
  const { isCopied, copy, leaving } = useCopy('Key copied')
  return (
    <div>
      <p className="text-muted">Or type this key into the app:</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono wrap-anywhere select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Button
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={() => void copy(secret)}
          {...leaving}
        >
          {isCopied ? 'Copied' : 'Copy key'}
        </Button>
      </div>
    </div>
  )
}
