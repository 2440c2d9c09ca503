import { type FormEvent, useState } from 'react'

export interface OneField {
  /** Whether the form was last submitted without it. */
  isMissing: boolean
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** For a form that now asks for something else. */
  reset: () => void
}

/**
 * A form with one field, which must be filled in: what was typed is handed on as it is; where that is nothing,
 * the field gets the focus.
 */
export function useOneField(name: string, onSubmit: (text: string) => void): OneField {
  const [isMissing, setIsMissing] = useState(false)
  return {
    isMissing,
    submit(event) {
      event.preventDefault()
      const form = event.currentTarget
      const text = String(new FormData(form).get(name))
      const isBlank = text.trim() === ''
      setIsMissing(isBlank)
      if (isBlank) form.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
      else onSubmit(text)
    },
    reset: () => setIsMissing(false),
  }
}
