import {
  CreateUserInput,
  SetPasswordInput,
  UpdateUserInput,
} from '@dashboard/contract/account-inputs'
import { deleteUser, type User } from '@dashboard/contract/accounts'
import { resetFactors } from '@dashboard/contract/factors'
import { endUserSessions } from '@dashboard/contract/sessions'
import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentType } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../api/call.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { InviteUserDialog, newUser, PasswordLinkDialog } from './link-dialogs.tsx'
import { PasswordGenerator } from './password-generator.tsx'
import type { UserAction } from './user-actions.tsx'
import { UserDialog, UserForm, type UserFormValues } from './user-form.tsx'
import { UserTokensDialog } from './user-tokens-dialog.tsx'
import {
  isCurrentPasswordMissing,
  useCreateUser,
  useIsSignInOld,
  userFailures,
  useSetUserPassword,
  useUpdateUser,
} from './users-queries.ts'

type AboutUserProps = Closable & { user: User }

/** What a dialog is asked for: an action for an account, or another account. */
export type Asked = { action: UserAction; user: User } | 'new user' | 'invitation'

const forms: Partial<Record<UserAction, ComponentType<AboutUserProps>>> = {
  edit: EditUserDialog,
  password: SetPasswordDialog,
  link: PasswordLinkDialog,
  tokens: UserTokensDialog,
}

export function AskedDialog({ asked, ...dialog }: Closable & { asked: Asked }) {
  if (asked === 'new user') return <CreateUserDialog {...dialog} />
  if (asked === 'invitation') return <InviteUserDialog {...dialog} />
  const { action, user } = asked
  const Form = forms[action]
  if (Form) return <Form {...dialog} user={user} />
  const question = questions[action]
  return question && <QuestionDialog {...dialog} user={user} question={question} />
}

const emptyUser: UserFormValues = { ...newUser, password: '', mustChangePassword: false }

function CreateUserDialog(dialog: Closable) {
  const create = useCreateUser()
  return (
    <UserForm
      {...dialog}
      title="Create New User"
      submitLabel="Create User"
      busyLabel="Creating..."
      change={create}
      fallback={userFailures.create}
      schema={CreateUserInput}
      values={emptyUser}
      onSubmit={(input) => create.mutate(input, { onSuccess: dialog.onClose })}
    />
  )
}

function EditUserDialog({ user, ...dialog }: AboutUserProps) {
  const update = useUpdateUser(user)
  const isOwn = useSessionUser().userId === user.id
  const { username, firstName, lastName, role, isActive } = user
  const circuits = role === 'admin' ? undefined : user.circuits
  return (
    <UserForm
      {...dialog}
      title="Edit User"
      submitLabel="Save Changes"
      busyLabel="Saving..."
      change={update}
      fallback={userFailures.update}
      schema={UpdateUserInput}
      values={{ username, firstName, lastName, role, isActive, circuits }}
      isOwn={isOwn}
      onSubmit={(input) => update.mutate(input, { onSuccess: dialog.onClose })}
    />
  )
}

/** Sets a user's password as an administrator, without the current one (docs/accounts.md#users). */
function SetPasswordDialog({ user, ...dialog }: AboutUserProps) {
  const change = useSetUserPassword(user)
  const isOwn = useSessionUser().userId === user.id
  const isSignInOld = useIsSignInOld(isOwn)
  const isCurrentMissing = isCurrentPasswordMissing(change.error)
  const { register, handleSubmit, formState, setValue, watch } = useForm({
    resolver: zodResolver(SetPasswordInput),
    defaultValues: { newPassword: '', mustChangePassword: false },
    // A field that is not shown has no value, and so is not sent.
    shouldUnregister: true,
  })
  const { currentPassword, newPassword } = formState.errors
  return (
    <UserDialog
      {...dialog}
      title="Change Password"
      description={
        isOwn
          ? 'A new password for you. You stay signed in here, and are signed out everywhere else.'
          : `A new password for @${user.username}, who is signed out everywhere.`
      }
      submitLabel="Change Password"
      busyLabel="Changing..."
      change={isCurrentMissing ? { ...change, error: null } : change}
      fallback={userFailures.password}
      onSubmit={handleSubmit((input) => change.mutate(input, { onSuccess: dialog.onClose }))}
    >
      {/* Tells password managers whose password this is. */}
      <input hidden readOnly value={user.username} autoComplete="username" />
      {(isSignInOld || isCurrentMissing) && (
        <Field
          label="Current Password"
          error={
            currentPassword?.message ??
            (isCurrentMissing ? 'Current password is required' : undefined)
          }
        >
          <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
        </Field>
      )}
      <NewPasswordField
        input={register('newPassword')}
        value={watch('newPassword')}
        error={newPassword?.message}
      />
      <PasswordGenerator
        password={watch('newPassword')}
        onGenerate={(password) => setValue('newPassword', password, { shouldValidate: true })}
        mustChange={watch('mustChangePassword') ?? false}
        onMustChange={(mustChange) => setValue('mustChangePassword', mustChange)}
      />
    </UserDialog>
  )
}

interface Question {
  title: string
  body: (username: string) => string
  confirmLabel: string
  send: (id: string) => Promise<{ message: string }>
  done: string
  failed: readonly [title: string, fallback: string]
}

const questions: Partial<Record<UserAction, Question>> = {
  'sign-out': {
    title: 'Sign out everywhere?',
    body: (username) => `@${username} is signed out on every device, and has to log in again.`,
    confirmLabel: 'Sign out',
    send: (id) => call(endUserSessions, { params: { id } }),
    done: 'Signed Out',
    failed: ['Error', 'Failed to sign out user'],
  },
  factors: {
    title: 'Reset sign-in?',
    body: (username) =>
      `The passkeys, authenticator app and recovery codes of @${username} no longer work, and every device is signed out. The password stays.`,
    confirmLabel: 'Reset sign-in',
    send: (id) => call(resetFactors, { params: { id } }),
    done: 'Sign-in Reset',
    failed: ['Error', 'Failed to reset sign-in'],
  },
  delete: {
    title: 'Delete user?',
    body: (username) => `Are you sure you want to delete user "${username}"?`,
    confirmLabel: 'Delete user',
    send: (id) => call(deleteUser, { params: { id } }),
    done: 'User Deleted',
    failed: ['Delete Failed', 'Failed to delete user'],
  },
}

function QuestionDialog({ user, question, ...dialog }: AboutUserProps & { question: Question }) {
  const { title, body, confirmLabel, send, done, failed } = question
  const change = useChange({
    send: () => send(user.id),
    done: withMessage(done),
    failed,
    refreshes: ['/api/users'],
  })
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      body={body(user.username)}
      confirmLabel={confirmLabel}
      busy={change.isPending}
      onConfirm={() => change.mutate(undefined, { onSettled: dialog.onClose })}
    />
  )
}
