/** The props of a control that is disabled for a reason, and says it by pointer, keyboard and screen reader. */
export const explained = (reason: string | undefined) =>
  reason === undefined
    ? {}
    : { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason, title: reason }
