import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field.tsx'

/** A text field; inside a `Field` it is labeled by itself. Takes `{...register('name')}`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      {...useFieldWiring()}
      {...rest}
      className={classNames('field-box', className)}
    />
  )
}
