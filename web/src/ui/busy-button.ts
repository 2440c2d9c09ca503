import type { ComponentProps, MouseEvent } from 'react'

type ButtonProps = ComponentProps<'button'>

/**
 * Returns the props with which a button refuses clicks while its action runs. It is not `disabled`: the browser would
 * take the focus away, and keyboard users would have to find the place again (docs/behavior.md#display).
 */
export function busyButtonProps(loading: boolean, onClick: ButtonProps['onClick']) {
  return {
    'aria-busy': loading || undefined,
    'aria-disabled': loading || undefined,
    onClick: loading ? refuseClick : onClick,
  }
}

/** Prevents a click, and so also the submission of a form by its submit button. */
function refuseClick(event: MouseEvent): void {
  event.preventDefault()
}
