import type { ComponentProps } from 'react'
import { ExplainedButton } from './ExplainedButton.tsx'
import classes from './page.module.css'

interface SelectionButtonProps extends ComponentProps<typeof ExplainedButton> {
  hasSelection: boolean
}

/** An action on the selection. Hidden on a phone while nothing is selected. */
export function SelectionButton({ hasSelection, className = '', ...props }: SelectionButtonProps) {
  return <ExplainedButton variant="default" className={hasSelection ? className : (classes.idle ?? '')} {...props} />
}
