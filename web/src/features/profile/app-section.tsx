import type { CodeInput } from '@dashboard/contract/account-inputs'
import { beginTotp, finishTotp } from '@dashboard/contract/factors'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useOneField } from '../../ui/one-field.ts'
import { FactorRow, FactorSection, type SectionProps } from './factor-parts.tsx'
import { useFactorChange, useRemoveFactor } from './factors-queries.ts'

type TotpSetup = AnswerOf<typeof beginTotp.answer>

const name = 'Authenticator app'

/** Shows the authenticator app, which shows a code for each sign-in. */
export function AppSection({ factors, ask, onAdded }: SectionProps) {
  const [setup, setSetup] = useState<TotpSetup>()
  const [isRemoving, setIsRemoving] = useState(false)
  const keep = () => setIsRemoving(false)
  const begin = useFactorChange(ask, { send: () => call(beginTotp), onDone: setSetup })
  const remove = useRemoveFactor(ask, keep)
  const { totp } = factors
  return (
    <FactorSection
      title={name}
      description="An app on your phone shows a code, which is asked for after the password."
      action={
        <Button
          icon={<Smartphone />}
          loading={begin.isPending}
          onClick={() => begin.mutate(undefined)}
        >
          {totp ? 'Set Up Another Phone' : 'Set Up an Authenticator App'}
        </Button>
      }
    >
      {totp && (
        <ul aria-label={name} className="border-y">
          <FactorRow name={name} {...totp} onRemove={() => setIsRemoving(true)} />
        </ul>
      )}
      {setup && (
        <TotpDialog onClose={() => setSetup(undefined)} setup={setup} ask={ask} onAdded={onAdded} />
      )}
      {isRemoving && (
        <ConfirmDialog
          onClose={keep}
          title="Remove the authenticator app?"
          body="Its codes no longer sign you in. Delete the entry in the app, too."
          confirmLabel="Remove app"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: keep })}
        />
      )}
    </FactorSection>
  )
}

interface TotpDialogProps extends Closable, Pick<SectionProps, 'ask' | 'onAdded'> {
  setup: TotpSetup
}

/** Shows the key for the app, and asks for the app's first code. */
function TotpDialog({ setup, ask, onAdded, onClose }: TotpDialogProps) {
  const finish = useFactorChange(ask, {
    send: (body: CodeInput) => call(finishTotp, { body }),
    title: 'Authenticator App Added',
    onDone: (added) => {
      onClose()
      onAdded(added)
    },
    hasOwnError: true,
  })
  const { isMissing, submit } = useOneField('code', (code) =>
    finish.mutate({ ticket: setup.ticket, code: code.trim() }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title="Set up an authenticator app"
      description="Scan this with the app, such as Google Authenticator, Microsoft Authenticator or 2FAS."
      submitLabel="Add App"
      busyLabel="Adding..."
      isBusy={finish.isPending}
      onSubmit={submit}
    >
      <ErrorAlert error={finish.error} fallback="Failed to add the app." />
      <div className="flex justify-center">
        <QrCode text={setup.address} />
      </div>
      <TypedKey secret={setup.secret} />
      <Field
        label="Code"
        error={isMissing ? 'Code is required' : undefined}
        hint="The six digits that the app shows then."
      >
        <Input name="code" inputMode="numeric" autoComplete="one-time-code" spellCheck={false} />
      </Field>
    </FormDialog>
  )
}

/** Shows the key as text for users who cannot scan it, as on the phone itself. */
function TypedKey({ secret }: { secret: string }) {
  return (
    <div>
      <p className="text-muted">Or type this key into the app:</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono wrap-anywhere select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret} label="Copy key" doneText="Key copied" />
      </div>
    </div>
  )
}

/** Shows the code dark on light in any color scheme, since cameras expect that. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 shrink-0 rounded-control border"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
