import { InviteUserInput } from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import { getNoticeChoices } from '@dashboard/contract/notices'
import { inviteUser, makePasswordLink, type PasswordLink } from '@dashboard/contract/password-links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useChange } from '../../api/use-change.ts'
import { formatInstant } from '../../format/time.ts'
import { Button } from '../../ui/button.tsx'
import { type Closable, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { UserDialog, UserForm, type UserFormValues } from './user-form.tsx'

export const newUser: UserFormValues = {
  username: '',
  firstName: '',
  lastName: '',
  role: 'user',
  isActive: true,
  circuits: null,
}

/** Adds a user, who then chooses the password. */
export function InviteUserDialog(dialog: Closable) {
  const invite = useChange({
    send: (body: Omit<InviteUserInput, 'emailAddress'> & { emailAddress: string }) =>
      call(inviteUser, { body }),
    failed: ['Error', linkFailures.invite],
    refreshes: ['/api/users'],
  })
  const canSend = useCanSend()
  if (invite.data) return <MadeLinkDialog {...dialog} {...invite.data} />
  return (
    <UserForm
      {...dialog}
      title="Invite User"
      description="They choose their own password with a link, within 7 days."
      submitLabel="Invite User"
      busyLabel="Inviting..."
      change={invite}
      fallback={linkFailures.invite}
      schema={InviteUserInput}
      values={canSend ? { ...newUser, emailAddress: '' } : newUser}
      onSubmit={({ emailAddress, ...input }) =>
        invite.mutate({ ...input, emailAddress: emailAddress ?? '' })
      }
    />
  )
}

/** Creates a link by which a user sets the first or another password. */
export function PasswordLinkDialog({ user, ...dialog }: Closable & { user: User }) {
  const make = useChange({
    send: (emailAddress: string) =>
      call(makePasswordLink, { params: { id: user.id }, body: { emailAddress } }),
    failed: ['Error', linkFailures.make],
    refreshes: ['/api/users'],
  })
  const canSend = useCanSend()
  const [address, setAddress] = useState('')
  if (make.data) return <MadeLinkDialog {...dialog} {...make.data} />
  return (
    <UserDialog
      {...dialog}
      title="Password Link"
      description={`@${user.username} sets a new password with a link, and is then signed out everywhere. Until then the present one works.`}
      submitLabel={address.trim() === '' ? 'Make Link' : 'Send Link'}
      busyLabel="Making..."
      change={make}
      fallback={linkFailures.make}
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(address)
      }}
    >
      {canSend ? (
        <Field label="E-mail Address" hint="Leave it empty to copy the link instead.">
          <Input
            type="email"
            autoComplete="off"
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
        </Field>
      ) : (
        <p className="text-muted">You copy the link and hand it over.</p>
      )}
    </UserDialog>
  )
}

interface MadeLinkDialogProps extends Closable {
  message: string
  link: PasswordLink
}

const titles = { invitation: 'Invitation', reset: 'Password Link' } as const

/** Shows the result of a link: it was sent, or is to be copied, now and never again. */
function MadeLinkDialog({ message, link, ...dialog }: MadeLinkDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="small"
      title={titles[link.kind]}
      description={message}
      footer={
        <Button variant="primary" onClick={dialog.onClose}>
          Done
        </Button>
      }
    >
      {link.address !== null && (
        <ShownSecret text={fullAddress(link.address)} copyLabel="Copy Link" doneText="Link copied">
          Shown only now: copy it and hand it over before you close this. Whoever has it can set the
          password.
        </ShownSecret>
      )}
      <p className="mt-3 text-muted">
        It works once, until {formatInstant(link.expiresAt)}. It ends sooner with a newer link or a
        new password.
      </p>
    </Dialog>
  )
}

/** Returns whether links can be sent; until that is known, they are shown. */
function useCanSend(): boolean {
  return useQuery(endpointQuery(getNoticeChoices)).data?.isEmailAvailable ?? false
}

const linkFailures = {
  invite: 'Failed to invite user',
  make: 'Failed to make a link',
} as const

/** Returns the address to pass on: a server that does not have its own address sends only the path. */
function fullAddress(address: string): string {
  return new URL(address, location.origin).href
}
