import type { Passkey } from '@dashboard/contract/factors'
import { passkeyLimits } from '@dashboard/contract/limits'
import { addPasskey, beginPasskey } from '@dashboard/contract/passkeys'
import { startRegistration } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/call-input.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { type PasskeySupport, passkeyFailure, usePasskeySupport } from '../../session/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useOneField } from '../../ui/one-field.ts'
import { FactorRow, FactorSection, type SectionProps } from './factor-parts.tsx'
import { useFactorChange, useRemoveFactor } from './factors-queries.ts'

type PasskeyOptions = AnswerOf<typeof beginPasskey.answer>['options']

/** Shows the passkeys, with which a device itself signs in. */
export function PasskeySection({ factors, ask, onAdded }: SectionProps) {
  const support = usePasskeySupport()
  const [options, setOptions] = useState<PasskeyOptions>()
  const [removed, setRemoved] = useState<Passkey>()
  const keep = () => setRemoved(undefined)
  const begin = useFactorChange(ask, {
    send: () => call(beginPasskey),
    onDone: (answer) => setOptions(answer.options),
  })
  const remove = useRemoveFactor(ask, keep)
  const { passkeys } = factors
  return (
    <FactorSection
      title="Passkeys"
      description="Log in with the fingerprint, face or PIN of your device, or with a security key."
      action={
        support.state === 'here' && (
          <Button
            icon={<KeyRound />}
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined)}
          >
            Add a Passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="border-y">
          {passkeys.map((passkey) => (
            <FactorRow key={passkey.id} {...passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      <WhyNotHere support={support} />
      {options && (
        <PasskeyDialog
          onClose={() => setOptions(undefined)}
          options={options}
          ask={ask}
          onAdded={onAdded}
        />
      )}
      {removed && (
        <ConfirmDialog
          onClose={keep}
          title="Remove this passkey?"
          body={`"${removed.name}" no longer signs you in. Delete it on the device, too.`}
          confirmLabel="Remove passkey"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removed.id, { onSettled: keep })}
        />
      )}
    </FactorSection>
  )
}

/** Shows why no passkey can be added on this page, and, collapsed, which setting an operator can change. */
function WhyNotHere({ support }: { support: PasskeySupport }) {
  if (support.state === 'browser') return <p>This browser has no passkeys.</p>
  if (support.state === 'nowhere') {
    return (
      <div>
        <p>This server offers no passkeys. An administrator can change that.</p>
        <OperatorDetails
          summary="What to do"
          details="Set PUBLIC_URL to the address of the dashboard: https, with a name instead of numbers."
        />
      </div>
    )
  }
  if (support.state !== 'elsewhere') return null
  return (
    <div>
      <p>
        Passkeys work only where the dashboard is opened at{' '}
        <a href={support.origin} className="font-medium text-primary-text underline wrap-anywhere">
          {support.origin}
        </a>
        .
      </p>
      <OperatorDetails
        summary="To use another address"
        details="Set PUBLIC_URL to the address at which people open the dashboard."
      />
    </div>
  )
}

async function addMadePasskey({ name, options }: { name: string; options: PasskeyOptions }) {
  const { id, rawId, type, response: made } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = made
  const response = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return call(addPasskey, { body: { name, passkey: { id, rawId, type, response } } })
}

interface PasskeyDialogProps extends Closable, Pick<SectionProps, 'ask' | 'onAdded'> {
  options: PasskeyOptions
}

/** Asks for the name of the new passkey; then the browser asks the user to confirm. */
function PasskeyDialog({ options, ask, onAdded, onClose }: PasskeyDialogProps) {
  const add = useFactorChange(ask, {
    send: addMadePasskey,
    title: 'Passkey Added',
    onDone: (added) => {
      onClose()
      onAdded(added)
    },
    hasOwnError: true,
  })
  const { isMissing, submit } = useOneField('name', (name) =>
    add.mutate({ name: name.trim(), options }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face or PIN, or for a security key."
      submitLabel="Add Passkey"
      busyLabel="Adding..."
      isBusy={add.isPending}
      onSubmit={submit}
    >
      {add.isError && <Alert>{passkeyFailure(add.error, 'make')}</Alert>}
      <Field
        label="Name"
        error={isMissing ? 'Name is required' : undefined}
        hint="To recognize it in the list, such as: my phone."
      >
        <Input name="name" maxLength={passkeyLimits.nameLength} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
