import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { classNames } from './class-names.ts'

interface FieldWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldWiring | undefined>(undefined)

/** Returns the props that link a control inside a `Field` to its label, hint and error. */
export function useFieldWiring(): Partial<FieldWiring> {
  return use(FieldContext) ?? {}
}

export interface FieldProps {
  label: ReactNode
  /** One sentence that says how to correct the value. */
  error?: string | undefined
  hint?: ReactNode
  /** Shows the control to the right of label and hint where there is room. */
  isRow?: boolean
  /** Exactly one of our controls: Input, PasswordInput, Select … */
  children: ReactNode
}

export function Field({ label, error, hint, isRow, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint !== undefined && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div
      className={classNames(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5',
        isRow &&
          'sm:grid-cols-[minmax(0,1fr)_auto] sm:grid-rows-[auto_1fr] sm:[&>:nth-child(2)]:row-span-2',
      )}
    >
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <FieldContext
        value={{
          id,
          'aria-describedby': describedBy || undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </FieldContext>
      {hint !== undefined && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  )
}

/** Shows what is wrong with a value; nothing without a text. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p id={id} role="alert" className="col-span-full flex animate-appear gap-1.5 text-danger-text">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  )
}
