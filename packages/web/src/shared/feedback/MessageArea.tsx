import { ErrorToast } from './ErrorToast.tsx'
import classes from './feedback.module.css'
import { dismissError, dismissNotice, useMessages } from './messages.ts'
import { Snackbar } from './Snackbar.tsx'

/** The area of the error toast and the snackbar; its two live regions always exist, so that screen readers announce them. */
export function MessageArea() {
  const { error, notice } = useMessages()
  return (
    <div className={classes.area}>
      <div role="alert">{error && <ErrorToast key={error.id} {...error} onClose={dismissError} />}</div>
      <div role="status">{notice && <Snackbar key={notice.id} text={notice.text} onClose={dismissNotice} />}</div>
    </div>
  )
}
