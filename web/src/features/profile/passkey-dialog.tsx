import { passkeyLimits } from '@dashboard/contract/limits'
import { useId } from 'react'
import { passkeyFailure } from '../../session/passkeys.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { SectionProps } from './factor-parts.tsx'
import { type PasskeyOptions, useAddPasskey } from './factors-queries.ts'
import { useOneField } from './one-field.ts'

interface PasskeyDialogProps extends Pick<SectionProps, 'ask' | 'onAdded'> {
  open: boolean
  onClose: () => void
  options: PasskeyOptions
}

/** Asks for the name of the new passkey, then the browser asks its user. */
export function PasskeyDialog({ open, onClose, options, ask, onAdded }: PasskeyDialogProps) {
  const id = useId()
  const add = useAddPasskey(ask, (added) => {
    onClose()
    onAdded(added)
  })
  const { isMissing, submit } = useOneField('name', (name) =>
    add.mutate({ name: name.trim(), options }),
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face or PIN, or for a security key."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={add.isPending}>
            {add.isPending ? 'Adding...' : 'Add Passkey'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {add.isError && <Alert>{passkeyFailure(add.error, 'make')}</Alert>}
        <Field
          label="Name"
          error={isMissing ? 'Name is required' : undefined}
          hint="By which you know it in the list, such as: my phone."
        >
          <Input name="name" maxLength={passkeyLimits.nameLength} autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  )
}
