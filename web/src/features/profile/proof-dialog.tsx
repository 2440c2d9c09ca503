import type { Factors } from '@dashboard/contract/factors'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { passkeyFailure, usePasskeySupport } from '../../session/passkeys.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useOneField } from '../../ui/one-field.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useProveIdentity } from './factors-queries.ts'

/** What is done again once the user has confirmed who they are. */
export interface Proof {
  again: () => void
}

interface ProofDialogProps extends Closable {
  factors: Factors
  /** Continues with the change that needed the proof. */
  onProved: () => void
}

/**
 * Asks the user to confirm who they are, before anything about signing in changes (docs/sign-in.md#a-recent-sign-in).
 */
export function ProofDialog({ factors, onProved, onClose }: ProofDialogProps) {
  const [isCode, setIsCode] = useState(false)
  const prove = useProveIdentity(() => {
    onClose()
    onProved()
  })
  const { isMissing, submit, reset } = useOneField(isCode ? 'code' : 'password', (given) =>
    prove.mutate(isCode ? { code: given } : { password: given }),
  )
  const choose = () => {
    setIsCode(!isCode)
    reset()
    prove.reset()
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Confirm that it is you"
      description="You logged in a while ago, so this is asked before the change is made."
      submitLabel="Continue"
      isBusy={prove.isPending}
      onSubmit={submit}
    >
      {prove.isError && <Alert>{passkeyFailure(prove.error, 'use')}</Alert>}
      <ProofField isCode={isCode} isMissing={isMissing} />
      <div className="flex flex-wrap gap-2">
        {(factors.totp || factors.recoveryCodes > 0) && (
          <Button variant="quiet" onClick={choose}>
            {isCode ? 'Use the password instead' : 'Use a code instead'}
          </Button>
        )}
        {factors.passkeys.length > 0 && <PasskeyProof onUse={() => prove.mutate(undefined)} />}
      </div>
    </FormDialog>
  )
}

function ProofField({ isCode, isMissing }: { isCode: boolean; isMissing: boolean }) {
  const { username } = useSessionUser()
  if (isCode) {
    return (
      <Field
        key="code"
        label="Code"
        error={isMissing ? 'Code is required' : undefined}
        hint="Of your authenticator app, or a recovery code."
      >
        <Input name="code" autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      </Field>
    )
  }
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly value={username} autoComplete="username" />
      <Field key="password" label="Password" error={isMissing ? 'Password is required' : undefined}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </>
  )
}

function PasskeyProof({ onUse }: { onUse: () => void }) {
  if (usePasskeySupport().state !== 'here') return null
  return (
    <Button variant="quiet" icon={<KeyRound />} onClick={onUse}>
      Use a passkey
    </Button>
  )
}
