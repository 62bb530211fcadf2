import type { ComponentProps } from 'react'
import { ExplainedButton } from './ExplainedButton.tsx'
import classes from './SelectionButton.module.css'

interface SelectionButtonProps extends ComponentProps<typeof ExplainedButton> {
  hasSelection: boolean
}

/** What can be done with what is selected. It takes no room of a phone while nothing is. */
export function SelectionButton({ hasSelection, className = '', ...props }: SelectionButtonProps) {
  return <ExplainedButton variant="default" className={hasSelection ? className : (classes.idle ?? '')} {...props} />
}
