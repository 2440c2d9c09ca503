import type { User } from '@dashboard/contract/accounts'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { linkFailures, useCanSend, useInviteUser, useMakeLink } from './link-queries.ts'
import { MadeLinkDialog } from './made-link.tsx'
import { UserForm, type UserFormValues } from './user-form.tsx'
import { UserFormDialog } from './user-form-dialog.tsx'

interface DialogProps {
  open: boolean
  onClose: () => void
}

const loadInviteUserInput = async () =>
  (await import('@dashboard/contract/account-inputs')).InviteUserInput

const newUser: UserFormValues = {
  username: '',
  firstName: '',
  lastName: '',
  role: 'user',
  isActive: true,
  circuits: null,
}

/** A new user, who chooses the password. */
export function InviteUserDialog({ open, onClose }: DialogProps) {
  const invite = useInviteUser()
  const canSend = useCanSend()
  if (invite.data) return <MadeLinkDialog open={open} onClose={onClose} {...invite.data} />
  return (
    <UserFormDialog
      open={open}
      onClose={onClose}
      title="Invite User"
      description="They choose their own password by a link, within 7 days."
      submitLabel="Invite User"
      busyLabel="Inviting..."
      change={invite}
      fallback={linkFailures.invite}
    >
      {(form) => (
        <UserForm
          {...form}
          loadSchema={loadInviteUserInput}
          values={canSend ? { ...newUser, emailAddress: '' } : newUser}
          onSubmit={({ emailAddress, ...input }) =>
            invite.mutate({ ...input, emailAddress: emailAddress ?? '' })
          }
        />
      )}
    </UserFormDialog>
  )
}

/** A link by which a user sets a password: another one, or the first. */
export function PasswordLinkDialog({ open, onClose, user }: DialogProps & { user: User }) {
  const make = useMakeLink(user.id)
  const canSend = useCanSend()
  const [address, setAddress] = useState('')
  if (make.data) return <MadeLinkDialog open={open} onClose={onClose} {...make.data} />
  return (
    <UserFormDialog
      open={open}
      onClose={onClose}
      title="Password Link"
      description={`@${user.username} sets a new password by a link, and is signed out everywhere by that. Until then the present one stays.`}
      submitLabel={address.trim() === '' ? 'Make Link' : 'Send Link'}
      busyLabel="Making..."
      change={make}
      fallback={linkFailures.make}
    >
      {({ id, failure }) => (
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            make.mutate(address)
          }}
        >
          {canSend ? (
            <Field
              label="E-mail Address"
              hint="Leave it empty to copy the link instead."
              error={failure}
            >
              <Input
                type="email"
                autoComplete="off"
                value={address}
                onChange={(event) => setAddress(event.currentTarget.value)}
              />
            </Field>
          ) : (
            <p className={failure === undefined ? 'text-muted' : 'text-danger-text'}>
              {failure ?? 'You copy the link and hand it over.'}
            </p>
          )}
        </form>
      )}
    </UserFormDialog>
  )
}
