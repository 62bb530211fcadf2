import { Button, type ButtonProps } from '@mantine/core'

interface ExplainedButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why the button cannot be pressed; undefined when it can. */
  disabledReason: string | undefined
  onClick: () => void
}

/** A button that, while it cannot be pressed, says why: to the pointer, the keyboard and screen readers alike. */
export function ExplainedButton({ disabledReason, onClick, ...props }: ExplainedButtonProps) {
  if (disabledReason === undefined) return <Button {...props} onClick={onClick} />
  // A disabled element could be neither hovered nor focused, and so explain nothing.
  return <Button {...props} data-disabled aria-disabled title={disabledReason} aria-description={disabledReason} />
}
