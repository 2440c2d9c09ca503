import type { Role } from '@dashboard/contract/account-inputs'
import { limitedCircuits } from '@dashboard/contract/limits'
import { getLookupOptions } from '@dashboard/contract/reports'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { Controller, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorMessage } from '../../api/api-error.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { roleNames } from '../../session/role-badge.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { CommonPasswordWarning } from '../../ui/common-password-warning.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { GivenPassword } from './given-password.tsx'

/** The fields that a schema may leave out; `values` of the form contains all but the password. */
export interface UserFormValues extends FieldValues {
  username?: string
  firstName?: string
  lastName?: string
  /** Only for a new user. */
  password?: string
  mustChangePassword?: boolean
  /** Only where an invitation can be sent. */
  emailAddress?: string
  role?: Role
  isActive?: boolean
  /** Left out for an administrator: the circuits of before count again unless others are chosen. */
  circuits?: string[] | null | undefined
}

interface UserFormProps<Input extends FieldValues> extends FormInDialog {
  schema: z.ZodType<Input, UserFormValues>
  values: UserFormValues
  /** The account is the administrator's own: neither role nor status may change. */
  isOwn?: boolean
  onSubmit: (input: Input) => void
}

const roleOptions = (['user', 'admin'] as const).map((value) => ({
  value,
  label: roleNames[value],
}))

/** Shows one form for a new and for an existing account; the schema makes the difference. */
export function UserForm<Input extends FieldValues>(props: UserFormProps<Input>) {
  const { id, schema, values, isOwn = false, failure, onSubmit } = props
  const { register, control, handleSubmit, formState, setValue, watch } = useForm<
    UserFormValues,
    unknown,
    Input
  >({
    resolver: zodResolver(schema),
    defaultValues: values,
  })
  const { errors } = formState
  return (
    <form
      id={id}
      noValidate
      autoComplete="off"
      onSubmit={handleSubmit(onSubmit)}
      className="flex flex-col gap-4"
    >
      {failure !== undefined && <Alert>{failure}</Alert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message}>
          <Input {...register('firstName')} autoComplete="off" />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <Input {...register('lastName')} autoComplete="off" />
        </Field>
      </div>
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...register('username')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {values.emailAddress !== undefined && (
        <Field
          label="E-mail Address"
          error={errors.emailAddress?.message}
          hint="The invitation is sent there. Leave it empty to copy a link instead."
        >
          <Input {...register('emailAddress')} type="email" autoComplete="off" />
        </Field>
      )}
      {values.password !== undefined && (
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
      )}
      {values.password !== undefined && <CommonPasswordWarning password={watch('password')} />}
      {values.password !== undefined && (
        <GivenPassword
          password={watch('password') ?? ''}
          onGenerate={(password) => {
            setValue('password', password, { shouldValidate: true })
            setValue('mustChangePassword', true)
          }}
          mustChange={watch('mustChangePassword') ?? false}
          onMustChange={(mustChange) => setValue('mustChangePassword', mustChange)}
        />
      )}
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <Field
            label="Role"
            error={errors.role?.message}
            {...(isOwn && { hint: 'This is you: only another administrator can change these.' })}
          >
            <Select
              hasSearchableOptions
              options={roleOptions}
              value={field.value ?? 'user'}
              onChange={(role) => {
                field.onChange(role)
                setValue('circuits', role === 'admin' ? null : values.circuits)
              }}
              disabled={isOwn}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="circuits"
        render={({ field }) => (
          <UserCircuits
            circuits={field.value}
            onChange={field.onChange}
            error={errors.circuits?.message}
            isAdmin={watch('role') === 'admin'}
          />
        )}
      />
      <Controller
        control={control}
        name="isActive"
        render={({ field }) => (
          <Switch
            label="Active User"
            description="User can log in and access the system"
            checked={field.value ?? true}
            onChange={field.onChange}
            disabled={isOwn}
          />
        )}
      />
    </form>
  )
}

interface UserFormDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  submitLabel: string
  busyLabel: string
  /** The mutation that the form's submit starts. */
  change: { isPending: boolean; error: unknown }
  /** Shown for a failure without a sentence of the server's (docs/behavior.md#errors). */
  fallback: string
  children: (form: FormInDialog) => ReactNode
}

export interface FormInDialog {
  /** Links the submit button to the form; the button is in the dialog's footer. */
  id: string
  /** The server's message about the last try. */
  failure: string | undefined
}

/** Shows a dialog around a form, with its buttons; errors are shown in the form. */
export function UserFormDialog(props: UserFormDialogProps) {
  const { onClose, submitLabel, busyLabel, change, fallback, children, ...rest } = props
  const id = useId()
  const failure = change.error ? errorMessage(change.error, fallback) : undefined
  return (
    <Dialog
      {...rest}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" loading={change.isPending}>
            {change.isPending ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      {children({ id, failure })}
    </Dialog>
  )
}

interface UserCircuitsProps {
  /** The chosen circuits; `null` for all, `undefined` for those that an administrator had as a user. */
  circuits: readonly string[] | null | undefined
  onChange: (circuits: string[] | null) => void
  error: string | undefined
  /** An administrator looks after all circuits. */
  isAdmin: boolean
}

interface Choice {
  value: 'before' | 'all' | 'chosen'
  label: string
}

const before: Choice = { value: 'before', label: 'As before' }
const options: Choice[] = [
  { value: 'all', label: 'All circuits' },
  { value: 'chosen', label: 'Chosen circuits' },
]

const hints = {
  admin: 'Administrators look after all circuits.',
  before: 'Those of before the user became an administrator; all, if there were none.',
  all: undefined,
  chosen: 'The user sees, generates and downloads nothing of other circuits, and runs no sync.',
} as const

/** Chooses which circuits the user looks after (docs/behavior.md#limited-users). */
function UserCircuits({ circuits, onChange, error, isAdmin }: UserCircuitsProps) {
  const value = circuits === undefined ? 'before' : circuits === null ? 'all' : 'chosen'
  return (
    <div className="flex flex-col gap-3">
      <Field label="Looks after" hint={hints[isAdmin ? 'admin' : value]}>
        <Select
          options={value === 'before' && !isAdmin ? [before, ...options] : options}
          value={isAdmin ? 'all' : value}
          onChange={(chosen) => onChange(chosen === 'chosen' ? [] : null)}
          disabled={isAdmin}
        />
      </Field>
      {!isAdmin && circuits && (
        <CircuitBoxes circuits={circuits} onChange={onChange} error={error} />
      )}
    </div>
  )
}

interface CircuitBoxesProps extends Pick<UserCircuitsProps, 'onChange' | 'error'> {
  circuits: readonly string[]
}

function CircuitBoxes({ circuits, onChange, error }: CircuitBoxesProps) {
  const { data } = useQuery({ ...endpointQuery(getLookupOptions), staleTime: 0 })
  const [search, setSearch] = useState('')
  const [chosenAtFirst] = useState(circuits)
  const items = useMemo(() => toItems(data?.circuits ?? [], chosenAtFirst), [data, chosenAtFirst])
  const selected = useMemo(() => new Set(circuits), [circuits])
  const select = (names: readonly string[], checked: boolean) => {
    const others = circuits.filter((name) => !names.includes(name))
    onChange(checked ? [...others, ...names] : others)
  }
  return (
    <div>
      <Checklist
        label={`Circuits (at most ${limitedCircuits.max})`}
        items={items}
        selected={selected}
        onSelect={select}
        search={search}
        onSearch={setSearch}
        searchLabel="Search circuits"
        emptyText="No circuits yet. Run a sync to bring them in."
      />
      {error !== undefined && (
        <p role="alert" className="mt-1.5 flex animate-appear gap-1.5 text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

/** Returns the items, with chosen circuits that no longer exist: they may come back with another import. */
function toItems(known: readonly string[], chosen: readonly string[]) {
  const names = new Set(known)
  const gone = chosen.filter((name) => !names.has(name))
  return [
    ...known.map((name) => ({ id: name, label: name })),
    ...gone.map((name) => ({ id: name, label: name, detail: 'Not there now' })),
  ]
}
