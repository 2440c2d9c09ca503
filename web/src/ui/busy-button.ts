import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'>

/**
 * Returns the props with which a button refuses clicks while its action runs, and the second click of a double click:
 * when the first has ended, what it changed may be undone by the button that has taken this one's place. It is not
 * `disabled`: the browser would take the focus away, and keyboard users would have to find the place again. A button
 * without an action that runs (`loading` is `undefined`) takes every click.
 */
export function busyButtonProps(loading: boolean | undefined, onClick: ButtonProps['onClick']) {
  if (loading === undefined) return { onClick }
  return {
    'aria-busy': loading || undefined,
    'aria-disabled': loading || undefined,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      // Refuses the submission of a form by its submit button, too.
      if (loading || event.detail > 1) event.preventDefault()
      else onClick?.(event)
    },
  }
}
