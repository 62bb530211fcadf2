import { Button, type ButtonProps } from '@mantine/core'

/** The props of a control that is disabled for a reason, and says it by pointer, keyboard and screen reader. */
export const explained = (reason: string | undefined) =>
  reason === undefined
    ? {}
    : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason, title: reason }

interface ExplainedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why the button is disabled; undefined if it isn't. */
  disabledReason: string | undefined
  onClick: () => void
}

/** A button that explains why it is disabled, by pointer, keyboard and screen reader. */
export function ExplainedButton({ disabledReason, onClick, ...props }: ExplainedButtonProps) {
  if (disabledReason === undefined) return <Button {...props} onClick={onClick} />
  // A natively disabled element can be neither hovered nor focused, so it could not explain anything.
  return <Button {...props} {...explained(disabledReason)} />
}
