import {
  CreateUserInput,
  SetPasswordInput,
  UpdateUserInput,
  type User,
} from '@dashboard/contract/accounts'
import { passwordMinLength } from '@dashboard/contract/limits'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useId } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../../api/api-error.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { UserForm, type UserFormValues } from './user-form.tsx'
import {
  useCreateUser,
  useDeleteUser,
  userFailures,
  useSetUserPassword,
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
  role: 'user',
  isActive: true,
}

export function CreateUserDialog({ open, onClose }: DialogProps) {
  const create = useCreateUser()
  const formId = useId()
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Create New User"
      formId={formId}
      submitLabel={create.isPending ? 'Creating...' : 'Create User'}
      isBusy={create.isPending}
    >
      <UserForm
        id={formId}
        schema={CreateUserInput}
        values={emptyUser}
        failure={failureOf(create.error, userFailures.create)}
        onSubmit={(input) => create.mutate(input, { onSuccess: onClose })}
      />
    </FormDialog>
  )
}

export function EditUserDialog({ open, onClose, user }: UserDialogProps) {
  const update = useUpdateUser(user)
  const formId = useId()
  const { username, firstName, lastName, role, isActive } = user
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit User"
      formId={formId}
      submitLabel={update.isPending ? 'Saving...' : 'Save Changes'}
      isBusy={update.isPending}
    >
      <UserForm
        id={formId}
        schema={UpdateUserInput}
        values={{ username, firstName, lastName, role, isActive }}
        isOwn={useSessionUser().userId === user.id}
        failure={failureOf(update.error, userFailures.update)}
        onSubmit={(input) => update.mutate(input, { onSuccess: onClose })}
      />
    </FormDialog>
  )
}

/** The change of a password in admin mode: no current one is asked for (spec §5). */
export function SetPasswordDialog({ open, onClose, user }: UserDialogProps) {
  const setPassword = useSetUserPassword(user)
  const formId = useId()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SetPasswordInput),
    defaultValues: { newPassword: '' },
  })
  const failure = failureOf(setPassword.error, userFailures.password)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Change Password"
      description={`A new password for @${user.username}, who is signed out everywhere.`}
      formId={formId}
      submitLabel={setPassword.isPending ? 'Changing...' : 'Change Password'}
      isBusy={setPassword.isPending}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ newPassword }) =>
          setPassword.mutate(newPassword, { onSuccess: onClose }),
        )}
      >
        {failure !== undefined && <Alert>{failure}</Alert>}
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly value={user.username} autoComplete="username" />
        <Field
          label="New Password"
          error={formState.errors.newPassword?.message}
          hint={`At least ${passwordMinLength} characters.`}
        >
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
      </form>
    </FormDialog>
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

interface FormDialogProps extends DialogProps {
  title: string
  description?: string
  formId: string
  submitLabel: string
  isBusy: boolean
  children: ReactNode
}

function FormDialog({ onClose, formId, submitLabel, isBusy, children, ...rest }: FormDialogProps) {
  return (
    <Dialog
      {...rest}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

function failureOf(error: unknown, fallback: string): string | undefined {
  return error ? errorMessage(error, fallback) : undefined
}
