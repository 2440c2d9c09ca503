import type { User } from '@dashboard/contract/accounts'
import { useSessionUser } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import { UserForm, type UserFormValues } from './user-form.tsx'
import { UserFormDialog } from './user-form-dialog.tsx'
import {
  isCurrentPasswordMissing,
  useCreateUser,
  useDeleteUser,
  useIsSignInOld,
  useResetFactors,
  userFailures,
  useSetUserPassword,
  useSignOutUser,
  useUpdateUser,
} from './users-queries.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
}
type UserDialogProps = DialogProps & { user: User }

const loadSchemas = () => import('@dashboard/contract/account-inputs')
const loadCreateUserInput = async () => (await loadSchemas()).CreateUserInput
const loadUpdateUserInput = async () => (await loadSchemas()).UpdateUserInput

const emptyUser: UserFormValues = {
  username: '',
  firstName: '',
  lastName: '',
  password: '',
  mustChangePassword: false,
  role: 'user',
  isActive: true,
  circuits: null,
}

export function CreateUserDialog({ open, onClose }: DialogProps) {
  const create = useCreateUser()
  return (
    <UserFormDialog
      open={open}
      onClose={onClose}
      title="Create New User"
      submitLabel="Create User"
      busyLabel="Creating..."
      change={create}
      fallback={userFailures.create}
    >
      {(form) => (
        <UserForm
          {...form}
          loadSchema={loadCreateUserInput}
          values={emptyUser}
          onSubmit={(input) => create.mutate(input, { onSuccess: onClose })}
        />
      )}
    </UserFormDialog>
  )
}

export function EditUserDialog({ open, onClose, user }: UserDialogProps) {
  const update = useUpdateUser(user)
  const isOwn = useSessionUser().userId === user.id
  const { username, firstName, lastName, role, isActive, circuits } = user
  return (
    <UserFormDialog
      open={open}
      onClose={onClose}
      title="Edit User"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      change={update}
      fallback={userFailures.update}
    >
      {(form) => (
        <UserForm
          {...form}
          loadSchema={loadUpdateUserInput}
          values={{ username, firstName, lastName, role, isActive, circuits }}
          isOwn={isOwn}
          onSubmit={(input) => update.mutate(input, { onSuccess: onClose })}
        />
      )}
    </UserFormDialog>
  )
}

/**
 * The change of a password in admin mode: no current one is asked for
 * (docs/behavior.md#validation).
 */
export function SetPasswordDialog({ open, onClose, user }: UserDialogProps) {
  const setPassword = useSetUserPassword(user)
  const isOwn = useSessionUser().userId === user.id
  const isSignInOld = useIsSignInOld(isOwn)
  const isCurrentMissing = isCurrentPasswordMissing(setPassword.error)
  return (
    <UserFormDialog
      open={open}
      onClose={onClose}
      title="Change Password"
      description={
        isOwn
          ? 'A new password for you. You stay signed in here, and are signed out everywhere else.'
          : `A new password for @${user.username}, who is signed out everywhere.`
      }
      submitLabel="Change Password"
      busyLabel="Changing..."
      change={isCurrentMissing ? { ...setPassword, error: null } : setPassword}
      fallback={userFailures.password}
    >
      {(form) => (
        <SetPasswordForm
          {...form}
          username={user.username}
          asksCurrent={isSignInOld || isCurrentMissing}
          isCurrentMissing={isCurrentMissing}
          onSubmit={(input) => setPassword.mutate(input, { onSuccess: onClose })}
        />
      )}
    </UserFormDialog>
  )
}

export function SignOutUserDialog({ open, onClose, user }: UserDialogProps) {
  const signOut = useSignOutUser(user)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Sign out everywhere?"
      body={`@${user.username} is signed out on every device, and has to log in again.`}
      confirmLabel="Sign out"
      busy={signOut.isPending}
      onConfirm={() => signOut.mutate(undefined, { onSettled: onClose })}
    />
  )
}

export function ResetFactorsDialog({ open, onClose, user }: UserDialogProps) {
  const reset = useResetFactors(user)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Reset sign-in?"
      body={`The passkeys, authenticator app and recovery codes of @${user.username} no longer work, and every device is signed out. The password stays.`}
      confirmLabel="Reset sign-in"
      busy={reset.isPending}
      onConfirm={() => reset.mutate(undefined, { onSettled: onClose })}
    />
  )
}

export function DeleteUserDialog({ open, onClose, user }: UserDialogProps) {
  const remove = useDeleteUser(user)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete user?"
      body={`Are you sure you want to delete user "${user.username}"?`}
      confirmLabel="Delete user"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}
