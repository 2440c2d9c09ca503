import {
  CreateUserInput,
  SetPasswordInput,
  UpdateUserInput,
} from '@dashboard/contract/account-inputs'
import type { User } from '@dashboard/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { GivenPassword } from './given-password.tsx'
import { type FormInDialog, UserForm, UserFormDialog, type UserFormValues } from './user-form.tsx'
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
          schema={CreateUserInput}
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
  const { username, firstName, lastName, role, isActive } = user
  const circuits = role === 'admin' ? undefined : user.circuits
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
          schema={UpdateUserInput}
          values={{ username, firstName, lastName, role, isActive, circuits }}
          isOwn={isOwn}
          onSubmit={(input) => update.mutate(input, { onSuccess: onClose })}
        />
      )}
    </UserFormDialog>
  )
}

/** Sets a user's password as an administrator, without the current one (docs/behavior.md#validation). */
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

interface SetPasswordFormProps extends FormInDialog {
  username: string
  /** The password is the user's own, and the current one is needed. */
  asksCurrent: boolean
  /** The server has asked for the current password. */
  isCurrentMissing: boolean
  onSubmit: (input: SetPasswordInput) => void
}

function SetPasswordForm(props: SetPasswordFormProps) {
  const { id, failure, username, asksCurrent, isCurrentMissing, onSubmit } = props
  const { register, handleSubmit, formState, setValue, watch } = useForm({
    resolver: zodResolver(SetPasswordInput),
    defaultValues: { newPassword: '', mustChangePassword: false },
    // A field that is not shown has no value, and so is not sent.
    shouldUnregister: true,
  })
  return (
    <form id={id} noValidate className="flex flex-col gap-4" onSubmit={handleSubmit(onSubmit)}>
      {failure !== undefined && <Alert>{failure}</Alert>}
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly value={username} autoComplete="username" />
      {asksCurrent && (
        <Field
          label="Current Password"
          error={
            formState.errors.currentPassword?.message ??
            (isCurrentMissing ? 'Current password is required' : undefined)
          }
        >
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      <NewPasswordField
        input={register('newPassword')}
        value={watch('newPassword')}
        error={formState.errors.newPassword?.message}
      />
      <GivenPassword
        password={watch('newPassword')}
        onGenerate={(password) => {
          setValue('newPassword', password, { shouldValidate: true })
          setValue('mustChangePassword', true)
        }}
        mustChange={watch('mustChangePassword') ?? false}
        onMustChange={(mustChange) => setValue('mustChangePassword', mustChange)}
      />
    </form>
  )
}
